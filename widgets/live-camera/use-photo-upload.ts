import { useCallback, useEffect, useRef, useState } from "react";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { storePhoto } from "./store-photo.ts";

export type CameraWidget = WidgetProps<ResolvedProps<typeof contract.props>>;

export type PhotoState =
  | { readonly state: "idle" }
  | { readonly state: "locating" | "sending"; readonly photo: File }
  | { readonly state: "failed"; readonly photo: File; readonly message: string };

/** Stores a photo and tracks its progress. A new photo or an unmount aborts the previous upload. */
export function usePhotoUpload(widget: CameraWidget) {
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
    const result = await storePhoto({ photo, pointer, geolocation, services, text, signal, onSending });
    if (signal.aborted) return;
    latest.current.onBusy?.(false);
    if (typeof result === "string") return setProgress({ state: "failed", photo, message: result });
    setProgress({ state: "idle" });
    latest.current.onCommit(result);
  }, []);
  return { progress, accept };
}
