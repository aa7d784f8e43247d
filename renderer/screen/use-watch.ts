import { useEffect } from "react";
import { findRootSource, type RootSource } from "#renderer/data/root-sources.ts";
import { refreshRoots, type PlannedLoad } from "./plan-loads.ts";

/** A root that follows events. */
interface WatchedRoot {
  root: string;
  args: Record<string, unknown>;
  watch: NonNullable<RootSource["watch"]>;
}

/** Fetches roots again when their events arrive, and after a lost connection. Roots of one address share a stream. */
export function useWatch(planned: readonly PlannedLoad[]): void {
  // A text, because the list is new each time.
  const key = JSON.stringify(
    planned.flatMap(({ load: { root }, source, args, enabled }) => (source.watch && enabled ? [{ root, args }] : [])),
  );
  useEffect(() => {
    const watched = (JSON.parse(key) as Omit<WatchedRoot, "watch">[]).flatMap(({ root, args }): WatchedRoot[] => {
      const watch = findRootSource(root)?.watch;
      return watch ? [{ root, args, watch }] : [];
    });
    const addresses = new Set(watched.map(({ watch, args }) => watch.toAddress(args)));
    const streams = [...addresses].map((address) => {
      const own = watched.filter(({ watch, args }) => watch.toAddress(args) === address);
      return openStream(address, (data) =>
        refreshRoots(own.filter(({ watch, args }) => watch.concerns(data, args)).map(({ root }) => root)),
      );
    });
    return () => streams.forEach((stream) => stream.close());
  }, [key]);
}

function openStream(address: string, onChanged: (data: unknown) => Promise<void>): EventSource {
  const stream = new EventSource(address);
  stream.addEventListener("changed", ({ data }: MessageEvent<string>) => void onChanged(JSON.parse(data)));
  return stream;
}
