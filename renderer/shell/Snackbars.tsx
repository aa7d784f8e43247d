import { makeStyles, tokens } from "@fluentui/react-components";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { dismissSnackbar, snackbarsAtom, type Snackbar } from "#renderer/session/snackbars.ts";
import { getTopModal, subscribeToTopModal } from "#widgets/modal-stack.ts";

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

/** Props of a single snackbar. */
export interface SnackbarProps {
  snackbar: Snackbar;
  closeLabel: string;
  close(): void;
}

// Loads with the first snackbar. A snackbar can report a lost connection, so plain text is the fallback.
const SnackbarBar = lazy(() =>
  import("./parts/MessageSnackbar.tsx").then(
    ({ MessageSnackbar }) => ({ default: MessageSnackbar }),
    () => ({ default: PlainSnackbar }),
  ),
);

/** The snackbars, above the page and announced. Each closes after a while or with its button. */
export function Snackbars({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const snackbars = useAtomValue(snackbarsAtom);
  const { home, place } = useTopDialog();
  return (
    <div ref={home}>
      <div ref={place} className={styles.place} role="status" aria-live="polite" data-snackbars>
        {snackbars.map((snackbar) => (
          <TimedSnackbar key={snackbar.id} snackbar={snackbar} closeLabel={config.uiText("snackbar.close")} />
        ))}
      </div>
    </div>
  );
}

/**
 * Keeps the snackbars in the top dialog, because a page behind a dialog is inert and not announced. The element moves
 * as a whole, so that nothing is announced twice; React only knows its `home`.
 */
function useTopDialog() {
  const home = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [homeElement, placeElement] = [home.current, place.current];
    if (!homeElement || !placeElement) return;
    const move = () => {
      const target = getTopModal() ?? homeElement;
      if (target !== placeElement.parentElement) target.append(placeElement);
    };
    move();
    const stop = subscribeToTopModal(move);
    return () => {
      stop();
      homeElement.append(placeElement);
    };
  }, []);
  return { home, place };
}

function TimedSnackbar({ snackbar, closeLabel }: Omit<SnackbarProps, "close">) {
  useEffect(() => {
    const timer = setTimeout(() => dismissSnackbar(snackbar.id), shownMs);
    return () => clearTimeout(timer);
  }, [snackbar.id]);
  return (
    <Suspense fallback={<span aria-busy />}>
      <SnackbarBar snackbar={snackbar} closeLabel={closeLabel} close={() => dismissSnackbar(snackbar.id)} />
    </Suspense>
  );
}

function PlainSnackbar({ snackbar }: SnackbarProps) {
  const styles = useStyles();
  return <div className={styles.plain}>{snackbar.text}</div>;
}
