import { useQuery } from "@tanstack/react-query";
import type { KeptQuery } from "./kept-query.ts";

/** How far it has come. */
export interface Kept<T> {
  readonly data: T | undefined;
  readonly failed: boolean;
  retry(): void;
}

/** Fetches it, once for everybody who shows it; nothing while not `wanted`. */
export function useKept<T>({ key, load }: KeptQuery<T>, wanted = true): Kept<T> {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
    retry: false,
    enabled: wanted,
  });
  return { data: query.data, failed: query.isError, retry: () => void query.refetch() };
}
