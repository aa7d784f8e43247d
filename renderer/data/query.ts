import { focusManager, QueryClient } from "@tanstack/react-query";
import { onSessionEnd } from "#renderer/session/session.ts";
import { Failure } from "./failure.ts";

/**
 * Server data by root and arguments. A refusal is final; a lost line and a busy server are tried twice more.
 * Without a line a query fails like any other, so that the page can say it and offer a way on; the line's return asks again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 1_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && error instanceof Failure && (error.status === 0 || error.status >= 500),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

// Of two windows side by side both are visible all along: to come back to one is to give it the focus.
focusManager.setEventListener((look) => {
  const looked = () => look();
  const events = ["visibilitychange", "focus"];
  for (const event of events) globalThis.window?.addEventListener(event, looked);
  return () => events.forEach((event) => globalThis.window?.removeEventListener(event, looked));
});

// What a session fetched is nobody else's.
onSessionEnd(() => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "config" }));
