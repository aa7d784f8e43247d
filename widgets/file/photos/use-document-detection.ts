import { useEffect, useState, type RefObject } from "react";
import { findPage, detectionSide } from "#engine/vision/picture/find-page.ts";
import { toGrey } from "#engine/vision/picture/grey-image.ts";
import { toCaptureAdvice, type CaptureAdvice, type CameraFrame } from "#engine/vision/picture/capture-hint.ts";
import { draw, getContext } from "../merge/page-image.ts";
import { firstHint, nextHint, type SteadyHint } from "./steady-hint.ts";

/**
 * Minimum milliseconds between two detections; a slow detection lengthens the pause, so that slow phones stay
 * responsive.
 */
const pauseMs = 140;
const restShare = 2;

/** The latest detection; coordinates are pixels of the frame. */
export interface DocumentDetection {
  readonly frame?: CameraFrame;
  readonly glare?: CaptureAdvice["glare"];
  readonly hint: SteadyHint;
}

/** Detects the document in the live picture a few times a second while `live`. */
export function useDocumentDetection(video: RefObject<HTMLVideoElement | null>, live: boolean): DocumentDetection {
  const [detection, setDetection] = useState<DocumentDetection>({ hint: firstHint });
  useEffect(() => {
    if (!live) return;
    let previous: CameraFrame | undefined;
    let timer = setTimeout(detect, pauseMs);
    function detect() {
      const startedAt = performance.now();
      const frame = video.current && readFrame(video.current);
      const now = performance.now();
      if (frame) {
        const { hint, glare } = toCaptureAdvice(frame, previous);
        previous = frame;
        setDetection((last) => ({ frame, glare, hint: nextHint(last.hint, hint, now) }));
      }
      timer = setTimeout(detect, Math.max(pauseMs, restShare * (now - startedAt)));
    }
    return () => {
      clearTimeout(timer);
      setDetection({ hint: firstHint });
    };
  }, [video, live]);
  return detection;
}

/** Undefined before the first frame. */
function readFrame(video: HTMLVideoElement): CameraFrame | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = detectionSide / Math.max(videoWidth, videoHeight);
  const small = draw(video, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
  const picture = toGrey(getContext(small).getImageData(0, 0, small.width, small.height));
  const page = findPage(picture);
  return { picture, ...(page && { page }) };
}
