import { useCallback, useEffect, useRef, useState } from "react";
import type { ResolvedProps } from "#engine/documents/props.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { GeoAddress, WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { readPlace, type Place } from "./position.ts";

export type CameraWidget = WidgetProps<ResolvedProps<typeof contract.props>>;

/** The value of the field: the stored picture, when and where it was taken. */
export interface GeoCapture {
  readonly imageUrl: string;
  readonly timestamp: number;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly accuracy?: number;
  readonly address?: GeoAddress;
  readonly mapImage?: string;
  readonly ipAddress?: string;
}

export type PhotoState =
  | { readonly state: "idle" }
  | { readonly state: "locating" | "sending"; readonly photo: File }
  | { readonly state: "failed"; readonly photo: File; readonly message: string };

/** A photo on its way: where it was taken, then the picture, then the words for the place. Without a place it is not accepted. */
export function usePhoto(widget: CameraWidget) {
  const [progress, setProgress] = useState<PhotoState>({ state: "idle" });
  const latest = useRef(widget);
  useEffect(() => {
    latest.current = widget;
  });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const accept = useCallback(async (photo: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { props, text, onBusy } = latest.current;
    onBusy?.(true);
    setProgress({ state: props.geolocation ? "locating" : "sending", photo });
    const place = props.geolocation ? await readPlace(text) : undefined;
    const end = await (place && "message" in place
      ? Promise.resolve(place.message)
      : keep(latest.current, photo, place, controller.signal, () => setProgress({ state: "sending", photo })));
    if (controller.signal.aborted) return;
    latest.current.onBusy?.(false);
    if (typeof end === "string") return setProgress({ state: "failed", photo, message: end });
    setProgress({ state: "idle" });
    latest.current.onCommit(end);
  }, []);
  return { progress, accept };
}

/** Sends the picture and asks for the words of the place; a sentence for the candidate when it fails. */
async function keep(
  widget: CameraWidget,
  photo: File,
  place: Extract<Place, { coords: unknown }> | undefined,
  signal: AbortSignal,
  onSending: () => void,
): Promise<GeoCapture | string> {
  const { services, pointer, text } = widget;
  onSending();
  try {
    const sent = await services.upload(photo, {
      category: "photo",
      fieldName: pointer.split("/").pop() ?? "",
      detectIssues: false,
      resumeKey: [pointer, photo.name, photo.size].join("|"),
      signal,
      onProgress: () => undefined,
    });
    const stored = sent.stored ?? (await services.acceptUpload(sent.uploadId));
    if (!place) return { imageUrl: stored.fileUrl, timestamp: photo.lastModified };
    const words = await services.locate?.(place.coords, signal).catch(() => undefined); // the point itself is enough
    return { imageUrl: stored.fileUrl, ...place.coords, ...words };
  } catch (error) {
    const refused = error instanceof UploadError && error.failure === "refused" ? error.message : "";
    return refused || text(error instanceof UploadError && error.failure === "lost" ? "camera.lost" : "file.failed");
  }
}
