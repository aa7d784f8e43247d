import { hashKey, type QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query.ts";

/** Some of a long list, from its beginning, and how long it is. */
interface Listed {
  list: { _id: string }[];
  total: number;
}

/** A list that comes in pages: `first` at once, `then` whenever somebody has reached its end. */
export interface PagedQuery {
  key: QueryKey;
  pages: { first: number; then: number };
  fetchPage(page: { seed: string; count: string }, signal?: AbortSignal): Promise<unknown>;
}

/** The most that is asked for at once. */
const pageMax = 100;
/** How much of each list is wanted by now: fetched again, it comes back as long as it was. */
const wanted = new Map<string, number>();
const running = new Map<string, Promise<void>>();

/** The list up to where somebody has come. */
export async function fetchPaged({ key, pages, fetchPage }: PagedQuery, signal?: AbortSignal): Promise<unknown> {
  const toWanted = () => wanted.get(hashKey(key)) ?? pages.first;
  let found: Listed | undefined;
  do {
    const seed = found?.list.length ?? 0;
    const count = Math.min(toWanted() - seed, pageMax);
    found = join(found, (await fetchPage({ seed: String(seed), count: String(count) }, signal)) as Listed);
    if (found.list.length <= seed) break;
  } while (found.list.length < Math.min(toWanted(), found.total));
  return found;
}

/** The next page, put to those that are there. Nothing where all are there, and no second one while one is on its way. */
export function fetchMore(query: PagedQuery): Promise<void> {
  const name = hashKey(query.key);
  const begun = running.get(name) ?? addPage(query, name).finally(() => running.delete(name));
  running.set(name, begun);
  return begun;
}

async function addPage({ key, pages, fetchPage }: PagedQuery, name: string): Promise<void> {
  const here = queryClient.getQueryData<Listed>(key);
  if (!here || here.list.length >= here.total) return;
  const seed = here.list.length;
  const page = (await fetchPage({ seed: String(seed), count: String(pages.then) })) as Listed;
  wanted.set(name, seed + pages.then);
  // Something came or went meanwhile, and the page does not join on: then all of it is asked for again.
  if (page.total !== here.total) return queryClient.invalidateQueries({ queryKey: key });
  queryClient.setQueryData<Listed>(key, (now) => join(now, page));
}

function join(before: Listed | undefined, page: Listed): Listed {
  const known = new Set(before?.list.map(({ _id }) => _id));
  return { ...page, list: [...(before?.list ?? []), ...page.list.filter(({ _id }) => !known.has(_id))] };
}
