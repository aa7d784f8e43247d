import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { useEffect, useRef, useState } from "react";

export type Facing = "user" | "environment";
/** The live stream, or the text key that explains why there is none. */
export type Camera =
  | { readonly state: "starting" }
  | { readonly state: "live"; readonly stream: MediaStream }
  | { readonly state: "failed"; readonly key: TextKey };

/** Preferred width and height in pixels: enough for a face or a document, and small to upload. */
const photoSide = 1920;

/** Minimum time before a failure shows; otherwise 'Try again' would show no effect. */
const minFailureMs = 400;

/**
 * Opens the camera that faces `facing` while `open`, and stops its tracks afterwards. `side` is the preferred size in
 * pixels.
 */
export function useCamera(open: boolean, facing: Facing, attempt: number, side = photoSide): Camera {
  const [camera, setCamera] = useState<Camera>({ state: "starting" });
  useEffect(() => {
    if (!open) return;
    let cancelled = false;
    let stream: MediaStream | undefined;
    let failureTimer: ReturnType<typeof setTimeout> | undefined;
    const startedAt = performance.now();
    setCamera({ state: "starting" });
    openCamera(facing, side).then(
      (opened) => {
        stream = opened;
        if (cancelled) stopTracks(opened);
        else setCamera({ state: "live", stream: opened });
      },
      (error: unknown) => {
        const showFailure = () => setCamera({ state: "failed", key: toFailureKey(error) });
        if (!cancelled) failureTimer = setTimeout(showFailure, startedAt + minFailureMs - performance.now());
      },
    );
    return () => {
      cancelled = true;
      clearTimeout(failureTimer);
      if (stream) stopTracks(stream);
    };
  }, [open, facing, attempt, side]);
  return camera;
}

function openCamera(facing: Facing, side: number): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined; // undefined on a page without https
  if (!devices) return Promise.reject(new DOMException("no devices", "NotFoundError"));
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: facing, width: { ideal: side }, height: { ideal: side } },
  });
}

const stopTracks = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

function toFailureKey(error: unknown): TextKey {
  const name = error instanceof DOMException ? error.name : "";
  return name === "NotAllowedError" || name === "SecurityError" ? "camera.denied" : "camera.none";
}

/** Returns whether the camera permission is already denied; false when the browser does not tell. */
export function useCameraDenied(): boolean {
  const [refused, setRefused] = useState(false);
  const status = useRef<PermissionStatus>(undefined);
  useEffect(() => {
    let cancelled = false;
    const permissions = navigator.permissions as Permissions | undefined;
    permissions?.query({ name: "camera" as PermissionName }).then(
      (found) => {
        if (cancelled) return;
        status.current = found;
        setRefused(found.state === "denied");
        found.onchange = () => setRefused(found.state === "denied");
      },
      () => undefined,
    ); // opening the camera will show it
    return () => {
      cancelled = true;
      if (status.current) status.current.onchange = null;
    };
  }, []);
  return refused;
}
