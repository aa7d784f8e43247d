import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * The browser's own modal dialog, open as long as it is drawn; closed before it leaves the page, so that the focus goes
 * back where it was. `first` is the control that takes the focus; without it, the first one there is.
 */
export function useModal(first?: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    first?.current?.focus();
    return () => element?.close();
  }, [first]);
  return dialog;
}
