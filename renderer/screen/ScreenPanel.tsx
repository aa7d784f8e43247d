import { makeStyles } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient, RouteEntry } from "#renderer/data/config-client.ts";
import { toPanelRoute } from "#renderer/runtime/roots.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { retryLoad } from "#renderer/session/code-loading.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { Blocks } from "./Blocks.tsx";
import { loadScreen } from "./Screen.tsx";
import { useScreen } from "./use-screen.ts";

const useStyles = makeStyles({ panel: { display: "flex", flexDirection: "column", gap: "12px" } });

interface PanelProps {
  config: ConfigClient;
  entry: RouteEntry;
  /** The navigation state of the screen. */
  state?: Readonly<Record<string, unknown>>;
}

/**
 * A screen beside the page, or in a dialog over it. It has the same definition, but no address, no title and no `enter`
 * event.
 */
export function ScreenPanel({ config, entry, state }: PanelProps) {
  const document = useQuery({
    queryKey: ["config", config.orgId, config.manifest.locale, config.manifest.release, "screen", entry.id],
    queryFn: () => loadScreen(config, entry.id),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (document.isError)
    return <LoadFailure config={config} retry={() => retryLoad(document.error, document.refetch)} />;
  return document.data ? <RunningPanel config={config} document={document.data} state={state} /> : <PanelSkeleton />;
}

function RunningPanel({ config, document, state }: Omit<PanelProps, "entry"> & { document: ScreenDefinition }) {
  const styles = useStyles();
  const route = useMemo(() => toPanelRoute(state), [state]);
  const context = useMemo(() => store.get(openIdsAtom), []);
  const { pending, failed, unmet, scope, raise } = useScreen(document, config, route, context, true);
  if (pending) return <PanelSkeleton />;
  if (failed || unmet) return null;
  return (
    <div className={styles.panel}>
      <Blocks body={document.body} scope={scope} raise={raise} />
    </div>
  );
}

const PanelSkeleton = () => <Skeleton heights={[24, 72, 72, 72]} gap={12} />;
