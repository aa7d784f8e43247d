import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Data } from "#engine/api/contracts.ts";
import { call } from "#renderer/data/client.ts";
import { refreshRoots } from "#renderer/screen/plan-loads.ts";

type Answer = Pick<Data<"notifications.list">, "total" | "unread">;

/** A notice that came meanwhile is seen within a minute. */
const everyMs = 60_000;

/** How many notices are not read. Whatever shows them is fetched again when one came. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: ["notifications", "unread"],
    queryFn: ({ signal }) => call("notifications.list", { seed: "0", count: "1" }, { signal }) as Promise<Answer>,
    refetchInterval: everyMs,
    staleTime: 5_000,
  });
  const known = useRef(data?.total);
  useEffect(() => {
    if (data && known.current !== undefined && known.current !== data.total) void refreshRoots(["notifications"]);
    known.current = data?.total ?? known.current;
  }, [data]);
  return data?.unread ?? 0;
}
