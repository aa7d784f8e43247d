import { useCallback, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from "react";
import { pushModal, closeModal } from "./modal-stack.ts";

interface ModalSetup {
  /** The control to focus first; defaults to the first one in the dialog. */
  first?: RefObject<HTMLElement | null>;
  /** Called for Escape and a phone's back gesture. Without it, the dialog cannot be dismissed. */
  onLeave?: (() => void) | undefined;
}

interface Modal {
  /** Properties for the dialog element. */
  dialog: {
    ref: RefObject<HTMLDialogElement | null>;
    onCancel(event: SyntheticEvent): void;
    onClose(event: SyntheticEvent): void;
  };
  /** Closes the dialog before it unmounts, because nothing behind an open dialog can take the focus. */
  close(): void;
}

/** A native modal dialog, open while mounted. It closes before it unmounts, so that the focus returns. */
export function useModal({ first, onLeave }: ModalSetup = {}): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const shown = useRef<HTMLDialogElement>(undefined);
  const close = useCallback(() => {
    const element = shown.current;
    shown.current = undefined;
    if (element) closeModal(element);
  }, []);
  useLayoutEffect(() => {
    if (!ref.current) return;
    shown.current = ref.current;
    pushModal(ref.current);
    first?.current?.focus();
    return close;
  }, [first, close]);
  // React also reports events of a nested dialog or file chooser.
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
        // A second Escape closes a native dialog regardless: open it again.
        if (!isOwn(event) || !shown.current || shown.current.open) return;
        pushModal(shown.current);
        onLeave?.();
      },
    },
    close,
  };
}
