import type { AppOperationId } from "#engine/contract/all-operations.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { isSearched, toChoices } from "#engine/core/form/options.ts";
import { call } from "#renderer/data/client.ts";
import { findOperation } from "#renderer/data/operations.ts";
import type { CachedQuery } from "#renderer/data/use-cached-query.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { loadModel } from "./prepare-store.ts";
import { findSearchedOption } from "./services/searched-options.ts";

/** The model of a form for a read-only record. */
export function toModelQuery(formId: string, { config }: BlockScope): CachedQuery<FormModel> {
  const { release } = config.manifest;
  return { key: ["form-of-record", release, config.orgId, formId], load: () => loadModel(config, formId) };
}

/** The name of a saved choice; `query` when the list is searched on the server. */
export interface ChoiceName {
  readonly name: string | undefined;
  readonly query: CachedQuery<{ readonly name: string } | null> | undefined;
}

export function findChoiceName({ options, value }: { options: string; value: string }, scope: BlockScope): ChoiceName {
  const { config } = scope;
  const find = (id: string) => config.find("options", id);
  const list = find(options);
  const fixed = toChoices(options, find, scope.scope, config.translate).find((choice) => choice.value === value);
  // Another app has the operation: the stored value is shown.
  if (fixed || !list || !isSearched(list) || !findOperation(String(list.call)))
    return { name: fixed?.name, query: undefined };
  const load = async (signal: AbortSignal) => {
    const callOperation = (id: string, args: Record<string, unknown>) => call(id as AppOperationId, args, { signal });
    return (await findSearchedOption(list, value, scope.scope, callOperation)) ?? null;
  };
  return { name: undefined, query: { key: ["option", options, value], load } };
}
