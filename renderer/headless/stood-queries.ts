import { hashKey } from "@tanstack/react-query";
import { queryClient } from "#renderer/data/query.ts";
import type { PlannedLoad } from "#renderer/screen/plan-loads.ts";

/** How a query stood when something was made of it. */
export interface StoodQuery {
  readonly hash: string;
  readonly state: object | undefined;
}

const findState = (hash: string) => queryClient.getQueryCache().get(hash)?.state;

export const readStates = (planned: readonly PlannedLoad[]): StoodQuery[] =>
  planned.map(({ key }) => {
    const hash = hashKey(key);
    return { hash, state: findState(hash) };
  });

/** Every one still is as it was. */
export const standStill = (queries: readonly StoodQuery[]): boolean =>
  queries.every(({ hash, state }) => findState(hash) === state);
