import { useCallback, useEffect, useRef, useState } from "react";
import type { ResolvedProps } from "#engine/documents/props.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { keepPhoto } from "./keep-photo.ts";

export type CameraWidget = WidgetProps<ResolvedProps<typeof contract.props>>;

export type PhotoState =
  | { readonly state: "idle" }
  | { readonly state: "locating" | "sending"; readonly photo: File }
  | { readonly state: "failed"; readonly photo: File; readonly message: string };

/** A photo on its way, as the field shows it. Another one ends the one before, and so does the end of the field. */
export function usePhoto(widget: CameraWidget) {
  const [progress, setProgress] = useState<PhotoState>({ state: "idle" });
  const latest = useRef(widget);
  useEffect(() => {
    latest.current = widget;
  });
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      latest.current.onBusy?.(false);
    },
    [],
  );

  const accept = useCallback(async (photo: File) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const { props, pointer, services, text, onBusy } = latest.current;
    const geolocation = props.geolocation === true;
    onBusy?.(true);
    setProgress({ state: geolocation ? "locating" : "sending", photo });
    const onSending = () => setProgress({ state: "sending", photo });
    const end = await keepPhoto({ photo, pointer, geolocation, services, text, signal, onSending });
    if (signal.aborted) return;
    latest.current.onBusy?.(false);
    if (typeof end === "string") return setProgress({ state: "failed", photo, message: end });
    setProgress({ state: "idle" });
    latest.current.onCommit(end);
  }, []);
  return { progress, accept };
}
