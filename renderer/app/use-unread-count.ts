import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import type { Data } from "#engine/contract/contracts.ts";
import { call } from "#renderer/data/client.ts";
import { streamAliveAtom } from "#renderer/session/stream-alive.ts";
import { refreshRoots } from "#renderer/screen/plan-loads.ts";

type Answer = Pick<Data<"notifications.list">, "total" | "unread">;

/** Polling interval of the unread count where no events arrive. */
const pollMs = 60_000;

/** The number of unread notifications. Refreshes the list when a new one arrives. */
export function useUnreadCount(): number {
  const isAlive = useAtomValue(streamAliveAtom);
  const { data } = useQuery({
    queryKey: ["notifications", "unread"],
    queryFn: ({ signal }) => call("notifications.list", { seed: "0", count: "1" }, { signal }) as Promise<Answer>,
    refetchInterval: isAlive ? false : pollMs,
    staleTime: 5_000,
  });
  const knownTotal = useRef(data?.total);
  useEffect(() => {
    if (data && knownTotal.current !== undefined && knownTotal.current !== data.total)
      void refreshRoots(["notifications"]);
    knownTotal.current = data?.total ?? knownTotal.current;
  }, [data]);
  return data?.unread ?? 0;
}
