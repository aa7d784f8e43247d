import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { loadRootSources } from "#renderer/data/root-sources.ts";
import { takePictureAway } from "#renderer/shell/picture.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Bones } from "#renderer/shell/Waiting.tsx";
import { Blocks, loadBlocks } from "./Blocks.tsx";
import { Boundary } from "./Boundary.tsx";
import type { RouteEntry } from "#renderer/data/config-client.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import { loadDates } from "#renderer/runtime/scope.ts";
import { lackCode, tryAgain } from "#renderer/session/page-code.ts";
import { findUnknown } from "./known-words.ts";
import { toPageTitle } from "./page-title.ts";
import { useScreen } from "./use-screen.ts";

interface ScreenProps {
  config: ConfigClient;
  entry: RouteEntry;
  route: RouteRoot;
  context: RequestContext;
}

/** One screen: its documents and code first, then its roots, then its blocks. */
export function Screen(props: ScreenProps) {
  const { config, entry } = props;
  const document = useQuery({
    queryKey: ["config", config.orgId, config.manifest.locale, config.manifest.release, "screen", entry.id],
    queryFn: () => loadScreen(config, entry.id),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (document.isError) return <LoadFailure config={config} retry={() => tryAgain(document.error, document.refetch)} />;
  if (!document.data) return <Waiting bleeds={entry.bleed} />;
  return (
    <Boundary config={config}>
      <Running {...props} document={document.data} />
    </Boundary>
  );
}

/** A screen's document, with the code that draws it. */
export async function loadScreen(config: ConfigClient, id: string): Promise<ScreenDocument> {
  const words = await config.load(`bundle/screen.${id}`);
  const unknown = findUnknown(words);
  if (unknown.length > 0) await lackCode(`This build of the page does not know ${unknown.join(", ")}.`);
  const blocks = words.filter((word) => word.startsWith("block:")).map((word) => word.slice("block:".length));
  const document = config.get("screen", id);
  // A dialog is fetched when it opens; the rest must be there at once, or the page would jump.
  await Promise.all([
    loadBlocks(blocks.filter((name) => name !== "dialog" && name !== "video")),
    words.includes("operator:date") ? loadDates() : undefined,
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
  waiting: { paddingBlockStart: "8px" },
  // The page has no padding on a phone: words keep their distance from the edge, cards (`data-card`) reach it.
  bleed: {
    "@media (max-width: 599px)": {
      paddingInline: "16px",
      paddingBlockStart: "24px",
      // Not in a dialog, which has its own edge, and not in another card.
      "& [data-card]:not(dialog *, [data-card] *)": {
        boxSizing: "border-box",
        width: "calc(100% + 32px)",
        marginInline: "-16px",
        paddingInline: "16px",
        borderRadius: 0,
        borderInlineWidth: 0,
      },
      '& [data-card="danger"]:not(dialog *, [data-card] *)': { borderInlineStartWidth: "4px" },
      // The ring stays inside the window.
      "& [data-card]:focus-visible": { outlineOffset: "-2px" },
    },
  },
});

function Running({ config, document, route, context }: ScreenProps & { document: ScreenDocument }) {
  const styles = useStyles();
  const state = useScreen(document, config, route, context);
  useTitle(config, state.scope.text(document.title), state.scope.scope.roots);
  const main = useRef<HTMLDivElement>(null);
  const arrived = useRef<boolean>(undefined);
  const drawn = !state.pending && !state.failed && !state.unmet;
  useLayoutEffect(() => {
    if (drawn) takePictureAway();
  }, [drawn]);
  useEffect(() => {
    // Once; and again where it was drawn anew meanwhile, and the focus went with what stood there.
    const lost = arrived.current && window.document.activeElement === window.document.body;
    if (drawn && (arrived.current === undefined || lost)) arrived.current = arrive(main.current);
  }, [drawn]);
  if (state.pending || state.unmet) return <Waiting bleeds={document.bleed} />;
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

let opened = false;

/**
 * A further screen begins at its top, by its heading, which a screen reader then says; the next Tab goes on from there.
 * On a page just opened the browser's own order stands, skip link first: nothing takes the focus.
 */
function arrive(screen: HTMLElement | null): boolean {
  if (!opened) {
    opened = true;
    return false;
  }
  window.scrollTo(0, 0);
  const heading = screen?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? screen)?.focus({ preventScroll: true });
  return true;
}

function useTitle(config: ConfigClient, title: string, roots: Readonly<Record<string, unknown>>): void {
  const whole = toPageTitle(config, title, roots);
  useEffect(() => {
    window.document.title = whole;
  }, [whole]);
}

/** Where a screen will be. */
export function Waiting({ bleeds }: { bleeds: boolean | undefined }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.waiting, bleeds && styles.bleed)}>
      <Bones heights={[32, 64, 64, 64]} gap={16} />
    </div>
  );
}
