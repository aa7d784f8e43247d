import { focusManager, QueryClient } from "@tanstack/react-query";
import { onSessionEnd } from "#renderer/session/session.ts";
import { Failure } from "./failure.ts";

/**
 * Server data by root and arguments. A refusal is final; a lost connection and a busy server are retried twice. Queries
 * fail while offline, so that the page can offer a retry, and refetch when the connection returns.
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

// Of two windows side by side both stay visible: returning to one is a focus event.
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus();
  const events = ["visibilitychange", "focus"];
  for (const event of events) globalThis.window?.addEventListener(event, listener);
  return () => events.forEach((event) => globalThis.window?.removeEventListener(event, listener));
});

// Another user must not see this session's data.
onSessionEnd(() => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "config" }));
