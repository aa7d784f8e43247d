import type { Static } from "typebox";
import type { ServerCoverage } from "#engine/contract/sandbox.ts";
import { sandboxEndpoints, cursorNow } from "#engine/contract/sandbox.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { watchRules } from "#engine/core/rules/evaluate.ts";
import { watchMessageTexts } from "#server/messaging/texts/message-texts.ts";
import { evaluationItem } from "#server/wallet/transactions/history.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/**
 * `GET /sandbox/coverage?since=`: the parts of the definitions that the server has used since a cursor, or since its
 * start.
 */
export const coverageRoutes: AddSandboxRoutes = (app, { pool }) => {
  /** Each entry with the count at its last use. */
  const lastUse = new Map<string, number>();
  let count = 0;
  const note = (entry: ServerCoverage) => void lastUse.set(JSON.stringify(entry), (count += 1));
  watchRules((rule, holds) => note({ rule, holds }));
  watchMessageTexts((key) => note({ message: key }));
  app.addHook("onClose", async () => {
    watchRules(undefined);
    watchMessageTexts(undefined);
  });

  const { path, query } = sandboxEndpoints.coverage;
  app.get<{ Querystring: Static<typeof query> }>(path, { schema: { querystring: query } }, async (request) => {
    if (request.query.since === cursorNow) {
      const { rows } = await pool.query<{ id: string | null }>("select max(id) as id from state_ledger");
      return { cursor: `${count}.${rows[0]?.id ?? 0}`, list: [] };
    }
    const [sinceCount = 0, sinceTransition = 0] = (request.query.since ?? "")
      .split(".")
      .map((part) => Number(part) || 0);
    const { rows } = await pool.query<{ id: string; whole: boolean; from_state: State; to_state: State }>(
      `select max(id) as id, item is null as whole, from_state, to_state from state_ledger
       where id > $1 and item is distinct from $2 and from_state <> to_state group by 2, 3, 4`,
      [sinceTransition, evaluationItem],
    );
    const used = [...lastUse].filter(([, at]) => at > sinceCount).map(([entry]) => JSON.parse(entry) as ServerCoverage);
    const transitions = rows.map(({ whole, from_state: from, to_state: to }): ServerCoverage => ({
      transition: whole ? "transaction" : "item",
      from,
      to,
    }));
    return {
      cursor: `${count}.${Math.max(sinceTransition, ...rows.map(({ id }) => Number(id)))}`,
      list: [...used, ...transitions],
    };
  });
};
