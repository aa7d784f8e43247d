import { useEffect } from "react";
import type { RootSource } from "#renderer/data/root-sources.ts";
import { refreshRoots, type PlannedLoad } from "./plan-loads.ts";

/** A root that follows events. */
interface WatchedRoot {
  root: string;
  args: Record<string, unknown>;
  watch: NonNullable<RootSource["watch"]>;
}

/** Fetches roots again when their events arrive, and after a lost connection. Roots of one address share a stream. */
export function useWatch(planned: readonly PlannedLoad[]): void {
  const watched = planned.flatMap(({ load: { root }, source: { watch }, args, enabled }): WatchedRoot[] =>
    watch && enabled ? [{ root, args, watch }] : [],
  );
  const key = JSON.stringify(watched.map(({ root, args, watch }) => [watch.toAddress(args), root, args]));
  useEffect(() => {
    const addresses = new Set(watched.map(({ watch, args }) => watch.toAddress(args)));
    const streams = [...addresses].map((address) => {
      const own = watched.filter(({ watch, args }) => watch.toAddress(args) === address);
      return openStream(address, (data) =>
        refreshRoots(own.filter(({ watch, args }) => watch.concerns(data, args)).map(({ root }) => root)),
      );
    });
    return () => streams.forEach((stream) => stream.close());
    // eslint-disable-next-line react/exhaustive-deps -- `key` identifies what is watched; the array is new each time
  }, [key]);
}

function openStream(address: string, onChanged: (data: unknown) => Promise<void>): EventSource {
  const stream = new EventSource(address);
  stream.addEventListener("changed", ({ data }: MessageEvent<string>) => void onChanged(JSON.parse(data)));
  return stream;
}
