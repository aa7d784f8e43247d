import type { KeptQuery } from "#renderer/data/kept-query.ts";
import { queryClient } from "#renderer/data/query.ts";

/** What a page fetches once and keeps, read without waiting: what is not there yet is asked for. */
export class KeptAnswers {
  readonly #asked = new Set<string>();
  readonly #changed: () => void;

  /** `changed` hears when an answer has come. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Something is on its way. */
  get isPending(): boolean {
    return this.#asked.size > 0;
  }

  /** The answer; undefined until it has come, and where there is none. */
  readonly read = <T>({ key, load }: KeptQuery<T>): T | undefined => {
    const known = queryClient.getQueryState<T>(key);
    if (known?.status === "success" || known?.status === "error") return known.data;
    const name = JSON.stringify(key);
    if (this.#asked.has(name)) return undefined;
    this.#asked.add(name);
    queryClient
      .fetchQuery({ queryKey: key, queryFn: ({ signal }) => load(signal), staleTime: Infinity, retry: false })
      .catch(() => undefined)
      .finally(() => {
        this.#asked.delete(name);
        this.#changed();
      });
    return undefined;
  };
}
