import { useQuery } from "@tanstack/react-query";

/** A value that is fetched once per session and cached by its key: a file's facts, a form, the name of an option. */
export interface CachedQuery<T> {
  readonly key: readonly unknown[];
  load(signal: AbortSignal): Promise<T>;
}

/** The state of a cached query. */
export interface CachedQueryResult<T> {
  readonly data: T | undefined;
  readonly failed: boolean;
  retry(): void;
}

/** Fetches a cached query, once for all components that use it. Fetches nothing unless `wanted`. */
export function useCachedQuery<T>({ key, load }: CachedQuery<T>, wanted = true): CachedQueryResult<T> {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
    retry: false,
    enabled: wanted,
  });
  return { data: query.data, failed: query.isError, retry: () => void query.refetch() };
}
