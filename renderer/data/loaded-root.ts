import { queryClient } from "./query-client.ts";

/** What some screen of the organisation has loaded of a root; undefined before. */
export const findLoaded = (root: string, orgId: string): unknown =>
  queryClient.getQueriesData({ queryKey: [root, orgId] }).find(([, data]) => data !== undefined)?.[1];

/** Calls the listener when a root changes; returns the end of that. */
export const onLoaded = (listener: () => void): (() => void) => queryClient.getQueryCache().subscribe(listener);
