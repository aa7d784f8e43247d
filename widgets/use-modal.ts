import { useCallback, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from "react";

/** The modal dialogs that stand over the page, the one in front last. All behind that is inert: nothing there is heard or pressed. */
const open: HTMLDialogElement[] = [];
const followers = new Set<() => void>();

/** The dialog in front; undefined where none stands over the page. */
export const findInFront = (): HTMLDialogElement | undefined => open.at(-1);

/** Tells of each change of what is in front. Gives the way to stop. */
export function followInFront(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

function showInFront(dialog: HTMLDialogElement): void {
  dialog.showModal();
  forget(dialog);
  open.push(dialog);
  followers.forEach((follow) => follow());
}

function takeAway(dialog: HTMLDialogElement): void {
  forget(dialog);
  followers.forEach((follow) => follow());
  dialog.close();
}

function forget(dialog: HTMLDialogElement): void {
  const at = open.indexOf(dialog);
  if (at >= 0) open.splice(at, 1);
}

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
