import { hashKey, type QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";

/** The beginning of a list, and either the length of the whole list or the cursor of the next page. */
interface Listed {
  list: { _id: string }[];
  total?: number;
  next?: string;
}

/** The arguments of a page: by number of elements before it, and by the cursor of the page before. */
export interface PageArguments {
  seed: string;
  count: string;
  after?: string;
}

const hasMore = ({ list, total, next }: Listed): boolean =>
  total === undefined ? next !== undefined : list.length < total;

/** A cursor follows the page itself; a number needs no other argument. */
const toPageArguments = (found: Listed | undefined, count: number): PageArguments => ({
  seed: String(found?.list.length ?? 0),
  count: String(count),
  ...(found?.next !== undefined && { after: found.next }),
});

/** A list that loads in pages: `first` items at once, `then` items each time the user reaches the end. */
export interface PagedQuery {
  key: QueryKey;
  pages: { first: number; then: number };
  fetchPage(page: PageArguments, signal?: AbortSignal): Promise<unknown>;
}

/** The largest page the server accepts. */
const pageMax = 100;
/** The length loaded so far, by query. A refetch loads that many again. */
const loadedLengths = new Map<string, number>();
const pendingPages = new Map<string, Promise<void>>();

/** Fetches the list up to the length loaded so far. */
export async function fetchPaged({ key, pages, fetchPage }: PagedQuery, signal?: AbortSignal): Promise<unknown> {
  const getWantedLength = () => loadedLengths.get(hashKey(key)) ?? pages.first;
  let found: Listed | undefined;
  do {
    const seed = found?.list.length ?? 0;
    const count = Math.min(getWantedLength() - seed, pageMax);
    found = appendPage(found, (await fetchPage(toPageArguments(found, count), signal)) as Listed);
    if (found.list.length <= seed) break;
  } while (found.list.length < getWantedLength() && hasMore(found));
  return found;
}

/** Appends the next page. Does nothing at the end of the list, and joins a page that is already loading. */
export function fetchMore(query: PagedQuery): Promise<void> {
  const name = hashKey(query.key);
  const pending = pendingPages.get(name) ?? addPage(query, name).finally(() => pendingPages.delete(name));
  pendingPages.set(name, pending);
  return pending;
}

async function addPage({ key, pages, fetchPage }: PagedQuery, name: string): Promise<void> {
  const current = queryClient.getQueryData<Listed>(key);
  if (!current || !hasMore(current)) return;
  const seed = current.list.length;
  const page = (await fetchPage(toPageArguments(current, pages.then))) as Listed;
  loadedLengths.set(name, seed + pages.then);
  // The list changed meanwhile and the page does not fit: fetch the whole list again.
  if (page.total !== current.total) return queryClient.invalidateQueries({ queryKey: key });
  queryClient.setQueryData<Listed>(key, (now) => appendPage(now, page));
}

function appendPage(before: Listed | undefined, page: Listed): Listed {
  const known = new Set(before?.list.map(({ _id }) => _id));
  return { ...page, list: [...(before?.list ?? []), ...page.list.filter(({ _id }) => !known.has(_id))] };
}
