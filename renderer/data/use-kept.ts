import { useQuery } from "@tanstack/react-query";

/** Something that is fetched once and kept as long as the session: a file, a form, a choice's name. */
export interface Kept<T> {
  readonly data: T | undefined;
  readonly failed: boolean;
  retry(): void;
}

/** Fetches what `key` names, once for everybody who shows it; nothing while not `wanted`. */
export function useKept<T>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<T>, wanted = true): Kept<T> {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
    retry: false,
    enabled: wanted,
  });
  return { data: query.data, failed: query.isError, retry: () => void query.refetch() };
}
