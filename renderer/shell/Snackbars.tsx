import { makeStyles, tokens } from "@fluentui/react-components";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { dismiss, snackbarsAtom, type Snackbar } from "#renderer/session/snackbars.ts";
import { findInFront, followInFront } from "#widgets/in-front.ts";

const shownMs = 8000;

const useStyles = makeStyles({
  place: {
    position: "fixed",
    insetInline: "16px",
    insetBlockStart: "calc(60px + env(safe-area-inset-top))",
    zIndex: 1000,
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    maxWidth: "480px",
    marginInline: "auto",
    pointerEvents: "none",
  },
  plain: {
    padding: "12px",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
  },
});

/** What a drawn snackbar is given. */
export interface ShownSnackbarProps {
  snackbar: Snackbar;
  closeLabel: string;
  close(): void;
}

// Fetched with the first snackbar. Without a connection, of which a snackbar tells too, the words alone must do.
const Bar = lazy(() =>
  import("./parts/MessageSnackbar.tsx").then(
    ({ MessageSnackbar }) => ({ default: MessageSnackbar }),
    () => ({ default: PlainSnackbar }),
  ),
);

/** What is said in passing, above the page and announced; each goes by itself or by its button. */
export function Snackbars({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const snackbars = useAtomValue(snackbarsAtom);
  const { home, place } = useInFront();
  return (
    <div ref={home}>
      <div ref={place} className={styles.place} role="status" aria-live="polite" data-snackbars>
        {snackbars.map((snackbar) => (
          <Shown key={snackbar.id} snackbar={snackbar} closeLabel={config.words("snackbar.close")} />
        ))}
      </div>
    </div>
  );
}

/**
 * Keeps a place in the dialog in front: all behind one is covered, cannot be pressed and is not announced. It moves whole,
 * so that nothing in it is said twice; the page is given its `home` alone to draw and to take away.
 */
function useInFront() {
  const home = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [atHome, moved] = [home.current, place.current];
    if (!atHome || !moved) return;
    const move = () => {
      const there = findInFront() ?? atHome;
      if (there !== moved.parentElement) there.append(moved);
    };
    move();
    const stop = followInFront(move);
    return () => {
      stop();
      atHome.append(moved);
    };
  }, []);
  return { home, place };
}

function Shown({ snackbar, closeLabel }: Omit<ShownSnackbarProps, "close">) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(snackbar.id), shownMs);
    return () => clearTimeout(timer);
  }, [snackbar.id]);
  return (
    <Suspense fallback={<span aria-busy />}>
      <Bar snackbar={snackbar} closeLabel={closeLabel} close={() => dismiss(snackbar.id)} />
    </Suspense>
  );
}

function PlainSnackbar({ snackbar }: ShownSnackbarProps) {
  const styles = useStyles();
  return <div className={styles.plain}>{snackbar.text}</div>;
}
