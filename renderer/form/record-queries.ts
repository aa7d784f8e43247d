import type { OperationId } from "#engine/api/operations.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import { isSearched, toChoices } from "#engine/form/options.ts";
import { call } from "#renderer/data/client.ts";
import type { KeptQuery } from "#renderer/data/kept-query.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { loadModel } from "./prepare-store.ts";
import { findListed } from "./services/searched-options.ts";

/** The model of a form that is read, not filled. */
export function toModelQuery(formId: string, { config }: BlockScope): KeptQuery<FormModel> {
  const { release } = config.manifest;
  return { key: ["form-of-record", release, config.orgId, formId], load: () => loadModel(config, formId) };
}

/** The name of a saved choice as the list has it here; `query` where the list is the server's. */
export interface ChoiceName {
  readonly name: string | undefined;
  readonly query: KeptQuery<{ readonly name: string } | null> | undefined;
}

export function findChoiceName({ options, value }: { options: string; value: string }, scope: BlockScope): ChoiceName {
  const { config } = scope;
  const find = (id: string) => config.find("options", id);
  const list = find(options);
  const fixed = toChoices(options, find, scope.scope, config.translate).find((choice) => choice.value === value);
  if (fixed || !list || !isSearched(list)) return { name: fixed?.name, query: undefined };
  const load = async (signal: AbortSignal) => {
    const ask = (id: string, args: Record<string, unknown>) => call(id as OperationId, args, { signal });
    return (await findListed(list, value, scope.scope, ask)) ?? null;
  };
  return { name: undefined, query: { key: ["option", options, value], load } };
}
