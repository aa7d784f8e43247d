import { useLayoutEffect, useRef, type RefObject } from "react";

/** The browser's own modal dialog, open as long as it is drawn; closed before it leaves the page, so that the focus goes back where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
