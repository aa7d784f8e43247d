import { useState, type ComponentType } from "react";

/** A dialog that is loaded when it first opens; `unavailable` when loading failed. */
export function useLazyDialog<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  const [Dialog, setDialog] = useState<ComponentType<P>>();
  const [open, setOpen] = useState(false);
  const [unavailable, setUnavailable] = useState(false);
  const close = () => setOpen(false);
  const show = () => {
    setOpen(true);
    setUnavailable(false);
    if (!Dialog)
      load().then(
        (loaded) => setDialog(() => loaded.default),
        () => {
          close();
          setUnavailable(true);
        },
      );
  };
  return { Dialog, open, unavailable, show, close };
}
