import type { TextKey } from "#engine/documents/text-keys.ts";
import { useEffect, useRef, useState } from "react";

export type Facing = "user" | "environment";
/** The live picture, or the text that says why there is none. */
export type Camera =
  | { readonly state: "starting" }
  | { readonly state: "live"; readonly stream: MediaStream }
  | { readonly state: "failed"; readonly key: TextKey };

/** The side wished for in pixels, both ways: enough to read a face and a document, small enough to send. */
export const photoSide = 1920;

/** What is refused at once is seen to have been tried: else "Try again" would show nothing. */
const triedMs = 400;

/** Opens the camera that faces `facing` while `open`; its tracks are stopped when that ends, whatever ends it. `side` is the side wished for in pixels. */
export function useCamera(open: boolean, facing: Facing, attempt: number, side = photoSide): Camera {
  const [camera, setCamera] = useState<Camera>({ state: "starting" });
  useEffect(() => {
    if (!open) return;
    let gone = false;
    let stream: MediaStream | undefined;
    let telling: ReturnType<typeof setTimeout> | undefined;
    const begun = performance.now();
    setCamera({ state: "starting" });
    openCamera(facing, side).then(
      (opened) => {
        stream = opened;
        if (gone) stopTracks(opened);
        else setCamera({ state: "live", stream: opened });
      },
      (error: unknown) => {
        const tell = () => setCamera({ state: "failed", key: toFailureKey(error) });
        if (!gone) telling = setTimeout(tell, begun + triedMs - performance.now());
      },
    );
    return () => {
      gone = true;
      clearTimeout(telling);
      if (stream) stopTracks(stream);
    };
  }, [open, facing, attempt, side]);
  return camera;
}

function openCamera(facing: Facing, side: number): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined; // absent on a page without https
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

/** Whether the camera was refused earlier, so that it can be said before the dialog opens. Unknown counts as not refused. */
export function useCameraRefused(): boolean {
  const [refused, setRefused] = useState(false);
  const status = useRef<PermissionStatus>(undefined);
  useEffect(() => {
    let gone = false;
    const permissions = navigator.permissions as Permissions | undefined;
    permissions?.query({ name: "camera" as PermissionName }).then(
      (found) => {
        if (gone) return;
        status.current = found;
        setRefused(found.state === "denied");
        found.onchange = () => setRefused(found.state === "denied");
      },
      () => undefined,
    ); // a browser that does not tell is asked by opening the camera
    return () => {
      gone = true;
      if (status.current) status.current.onchange = null;
    };
  }, []);
  return refused;
}
