import { useCallback, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from "react";
import { showInFront, takeAway } from "./in-front.ts";

interface ModalSetup {
  /** The control that takes the focus; without it, the first one there is. */
  first?: RefObject<HTMLElement | null>;
  /** Somebody wants out of it: Escape, or the way back of a phone. Without it the dialog stays until it is taken away. */
  onLeave?: (() => void) | undefined;
}

interface Modal {
  /** What the dialog element is given. */
  dialog: {
    ref: RefObject<HTMLDialogElement | null>;
    onCancel(event: SyntheticEvent): void;
    onClose(event: SyntheticEvent): void;
  };
  /** Closes it before it leaves the page: nothing behind an open dialog takes the focus. */
  close(): void;
}

/**
 * The browser's own modal dialog, open as long as it is drawn; closed before it leaves the page, so that the focus goes
 * back where it was.
 */
export function useModal({ first, onLeave }: ModalSetup = {}): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const shown = useRef<HTMLDialogElement>(undefined);
  const close = useCallback(() => {
    const element = shown.current;
    shown.current = undefined;
    if (element) takeAway(element);
  }, []);
  useLayoutEffect(() => {
    if (!ref.current) return;
    shown.current = ref.current;
    showInFront(ref.current);
    first?.current?.focus();
    return close;
  }, [first, close]);
  // React tells a dialog what happens to a dialog or a file chooser within it, too.
  const isOwn = ({ target }: SyntheticEvent) => target === shown.current;
  return {
    dialog: {
      ref,
      onCancel: (event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        onLeave?.();
      },
      onClose: (event) => {
        // A second Escape closes it whatever the page says: it stands until the page takes it away.
        if (!isOwn(event) || !shown.current || shown.current.open) return;
        showInFront(shown.current);
        onLeave?.();
      },
    },
    close,
  };
}
