import { makeStyles } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient, RouteEntry } from "#renderer/data/config-client.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { retryLoad } from "#renderer/session/code-loading.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { Blocks } from "./Blocks.tsx";
import { loadScreen } from "./Screen.tsx";
import { useScreen } from "./use-screen.ts";

const useStyles = makeStyles({ panel: { display: "flex", flexDirection: "column", gap: "12px" } });

/** The `route` root of a panel. */
const route = { isPanel: true };

/**
 * A short form of a screen beside the page. It has the same definition, but no address, no title and no `enter` event.
 */
export function ScreenPanel({ config, entry }: { config: ConfigClient; entry: RouteEntry }) {
  const document = useQuery({
    queryKey: ["config", config.orgId, config.manifest.locale, config.manifest.release, "screen", entry.id],
    queryFn: () => loadScreen(config, entry.id),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (document.isError)
    return <LoadFailure config={config} retry={() => retryLoad(document.error, document.refetch)} />;
  return document.data ? <RunningPanel config={config} document={document.data} /> : <PanelSkeleton />;
}

function RunningPanel({ config, document }: { config: ConfigClient; document: ScreenDefinition }) {
  const styles = useStyles();
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
