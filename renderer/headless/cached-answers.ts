import type { CachedQuery } from "#renderer/data/use-cached-query.ts";
import { queryClient } from "#renderer/data/query-client.ts";

/** Synchronous reads of cached queries. A read of a missing value starts the fetch. */
export class CachedAnswers {
  readonly #pending = new Set<string>();
  readonly #changed: () => void;

  /** `changed` is called when a value arrives. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Returns whether a fetch is in progress. */
  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** The value; undefined until it has arrived, or if there is none. */
  readonly read = <T>({ key, load }: CachedQuery<T>): T | undefined => {
    const known = queryClient.getQueryState<T>(key);
    if (known?.status === "success" || known?.status === "error") return known.data;
    const name = JSON.stringify(key);
    if (this.#pending.has(name)) return undefined;
    this.#pending.add(name);
    queryClient
      .fetchQuery({ queryKey: key, queryFn: ({ signal }) => load(signal), staleTime: Infinity, retry: false })
      .catch(() => undefined)
      .finally(() => {
        this.#pending.delete(name);
        this.#changed();
      });
    return undefined;
  };
}
