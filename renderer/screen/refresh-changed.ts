import type { Query } from "@tanstack/react-query";
import { findNewsRoots, type RootNews } from "#renderer/data/root-sources.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { refreshRoots } from "./plan-loads.ts";

/** The data of an event: what changed, by name. */
export interface Changes {
  transactionList: string[];
  chatList: string[];
  notices: boolean;
  profile: boolean;
  /** Changes may have been missed. */
  everything: boolean;
}

/** An act of this page fetches by itself what it changes. The event waits, so that it does not fetch that again. */
const waitMs = 300;
/** After a gap all pages ask, so they do not ask at the same time. */
const spreadMs = 2_000;
/** Queries of the frame beside the roots, by their first key. */
const ofFrame: Readonly<Partial<Record<RootNews, readonly string[]>>> = { chat: ["chat", "chat-unread"] };

/** Fetches again what a change concerns and the page shows, unless it was fetched since. */
export function refreshChanged(changes: Changes): void {
  const at = Date.now();
  const { transactionList, chatList, notices, profile, everything } = changes;
  const news: readonly RootNews[] = [
    ...(everything || transactionList.length > 0 ? (["transactions"] as const) : []),
    ...(everything || isOpen(transactionList) ? (["transaction"] as const) : []),
    ...(everything || chatList.length > 0 ? (["chat"] as const) : []),
    ...(everything || notices ? (["notices"] as const) : []),
    ...(everything || profile ? (["profile"] as const) : []),
  ];
  // A fetch that began before the event may have read the state before it.
  const early = new Set(queryClient.getQueryCache().findAll({ fetchStatus: "fetching" }));
  const isConcerned = (query: Query) =>
    early.has(query) || (query.state.fetchStatus !== "fetching" && query.state.dataUpdatedAt < at);
  setTimeout(
    () => {
      void refreshRoots(findNewsRoots(news), isConcerned);
      for (const key of news.flatMap((name) => ofFrame[name] ?? []))
        void queryClient.invalidateQueries({ queryKey: [key], predicate: isConcerned });
    },
    waitMs + (everything ? Math.random() * spreadMs : 0),
  );
}

const isOpen = (transactionList: readonly string[]): boolean =>
  transactionList.includes(store.get(openIdsAtom).txnId ?? "");
