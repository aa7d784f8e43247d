import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RequestContext } from "#engine/contract/request.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { loadRootSources } from "#renderer/data/root-sources.ts";
import { LoadFailure, removeServerPlaceholder } from "#renderer/shell/Splash.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { Blocks, loadBlocks } from "./Blocks.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import type { RouteEntry } from "#renderer/data/config-client.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import { loadDates } from "#renderer/runtime/scope.ts";
import { handleMissingCode, retryLoad } from "#renderer/session/code-loading.ts";
import { findUnsupported } from "./unsupported-features.ts";
import { toPageTitle } from "./page-title.ts";
import { useScreen } from "./use-screen.ts";

interface ScreenProps {
  config: ConfigClient;
  entry: RouteEntry;
  route: RouteRoot;
  context: RequestContext;
}

/** One screen. Loads its definition and code first, then its roots, then renders its blocks. */
export function Screen(props: ScreenProps) {
  const { config, entry } = props;
  const document = useQuery({
    queryKey: ["config", config.orgId, config.manifest.locale, config.manifest.release, "screen", entry.id],
    queryFn: () => loadScreen(config, entry.id),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (document.isError)
    return <LoadFailure config={config} retry={() => retryLoad(document.error, document.refetch)} />;
  if (!document.data) return <ScreenSkeleton bleeds={entry.bleed} />;
  return (
    <ErrorBoundary config={config}>
      <RunningScreen {...props} document={document.data} />
    </ErrorBoundary>
  );
}

/** Loads a screen's definition and the code of its blocks. */
export async function loadScreen(config: ConfigClient, id: string): Promise<ScreenDefinition> {
  const features = await config.load(`bundle/screen.${id}`);
  const unsupported = findUnsupported(features);
  if (unsupported.length > 0)
    await handleMissingCode(`This build of the page does not know ${unsupported.join(", ")}.`);
  const blocks = features
    .filter((feature) => feature.startsWith("block:"))
    .map((feature) => feature.slice("block:".length));
  const document = config.get("screen", id);
  // A dialog's code loads when the dialog opens. All other code must be there at once, or the page would jump.
  await Promise.all([
    loadBlocks(blocks.filter((name) => name !== "dialog" && name !== "video")),
    features.includes("operator:date") ? loadDates() : undefined,
    document.load?.length ? loadRootSources() : undefined,
  ]);
  return document;
}

const useStyles = makeStyles({
  screen: {
    display: "flex",
    flexDirection: "column",
    gap: "20px",
    minHeight: "calc(100dvh - 105px)",
    paddingBlockEnd: "24px",
    outlineStyle: "none",
    "& h1": { outlineStyle: "none" },
  },
  skeleton: { paddingBlockStart: "8px" },
  // On a phone the page has no padding: text keeps a distance from the edge, cards (`data-card`) reach it.
  bleed: {
    "@media (max-width: 599px)": {
      paddingInline: "16px",
      paddingBlockStart: "24px",
      // A card inside a dialog or inside another card does not bleed.
      "& [data-card]:not(dialog *, [data-card] *)": {
        boxSizing: "border-box",
        width: "calc(100% + 32px)",
        marginInline: "-16px",
        paddingInline: "16px",
        borderRadius: 0,
        borderInlineWidth: 0,
      },
      '& [data-card="danger"]:not(dialog *, [data-card] *)': { borderInlineStartWidth: "4px" },
      // Keeps the focus ring inside the window.
      "& [data-card]:focus-visible": { outlineOffset: "-2px" },
    },
  },
});

function RunningScreen({ config, document, route, context }: ScreenProps & { document: ScreenDefinition }) {
  const styles = useStyles();
  const state = useScreen(document, config, route, context);
  useTitle(config, state.scope.text(document.title), state.scope.scope.roots);
  const main = useRef<HTMLDivElement>(null);
  const hasFocus = useRef<boolean>(undefined);
  const isReady = !state.pending && !state.failed && !state.unmet;
  useLayoutEffect(() => {
    if (isReady) removeServerPlaceholder();
  }, [isReady]);
  useEffect(() => {
    // Runs once, and again after a redraw that removed the focused element.
    const isFocusLost = hasFocus.current && window.document.activeElement === window.document.body;
    if (isReady && (hasFocus.current === undefined || isFocusLost)) hasFocus.current = focusScreen(main.current);
  }, [isReady]);
  if (state.pending || state.unmet) return <ScreenSkeleton bleeds={document.bleed} />;
  if (state.failed) return <LoadFailure config={config} retry={state.retry} />;
  return (
    <div
      ref={main}
      tabIndex={-1}
      className={mergeClasses(styles.screen, document.bleed && styles.bleed)}
      data-screen={document.id}
    >
      <Blocks body={document.body} scope={state.scope} raise={state.raise} />
    </div>
  );
}

let isFirstShown = false;

/**
 * Scrolls a further screen to its top and focuses its heading, so that a screen reader announces it. The first screen
 * of a page takes no focus: the browser's own order applies, skip link first.
 */
function focusScreen(screen: HTMLElement | null): boolean {
  if (!isFirstShown) {
    isFirstShown = true;
    return false;
  }
  window.scrollTo(0, 0);
  const heading = screen?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? screen)?.focus({ preventScroll: true });
  return true;
}

function useTitle(config: ConfigClient, title: string, roots: Readonly<Record<string, unknown>>): void {
  const pageTitle = toPageTitle(config, title, roots);
  useEffect(() => {
    window.document.title = pageTitle;
  }, [pageTitle]);
}

/** The skeleton of a screen that is loading. */
export function ScreenSkeleton({ bleeds }: { bleeds: boolean | undefined }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.skeleton, bleeds && styles.bleed)}>
      <Skeleton heights={[32, 64, 64, 64]} gap={16} />
    </div>
  );
}
