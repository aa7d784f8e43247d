import { makeStyles } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ConfigClient, RouteEntry } from "#renderer/data/config-client.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { tryAgain } from "#renderer/session/page-code.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Bones } from "#renderer/shell/Waiting.tsx";
import { Blocks } from "./Blocks.tsx";
import { loadScreen } from "./Screen.tsx";
import { useScreen } from "./use-screen.ts";

const useStyles = makeStyles({ part: { display: "flex", flexDirection: "column", gap: "12px" } });

/** What the screen's document reads as `route` here: it stands beside another page. */
const route = { beside: true };

/** A screen that stands beside the page in a short form: the same document, without an address, a title or an entrance of its own. */
export function Part({ config, entry }: { config: ConfigClient; entry: RouteEntry }) {
  const document = useQuery({
    queryKey: ["config", config.orgId, config.manifest.locale, config.manifest.release, "screen", entry.id],
    queryFn: () => loadScreen(config, entry.id),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (document.isError) return <LoadFailure config={config} retry={() => tryAgain(document.error, document.refetch)} />;
  return document.data ? <RunningPart config={config} document={document.data} /> : <Waiting />;
}

function RunningPart({ config, document }: { config: ConfigClient; document: ScreenDocument }) {
  const styles = useStyles();
  const context = useMemo(() => store.get(openIdsAtom), []);
  const { pending, failed, unmet, scope, raise } = useScreen(document, config, route, context, true);
  if (pending) return <Waiting />;
  if (failed || unmet) return null;
  return (
    <div className={styles.part}>
      <Blocks body={document.body} scope={scope} raise={raise} />
    </div>
  );
}

const Waiting = () => <Bones heights={[24, 72, 72, 72]} gap={12} />;
