import { useEffect, useState, type RefObject } from "react";
import { findSheet, lookSide } from "#engine/picture/find-sheet.ts";
import { toGrey } from "#engine/picture/grey-picture.ts";
import { judgeLook, type JudgedLook, type Look } from "#engine/picture/judge-look.ts";
import { draw, getContext } from "../parts/page-picture.ts";
import { firstHint, toNext, type SteadyHint } from "./steady-hint.ts";

/** Milliseconds between the end of one look and the next, at least; and so many times as long as a look took, so that a slow phone stays quick. */
const pauseMs = 140;
const restShare = 2;

/** What is seen through the camera now; places are pixels of a picture of `width` by `height`. */
export interface Seen {
  readonly look?: Look;
  readonly glare?: JudgedLook["glare"];
  readonly hint: SteadyHint;
}

/** Looks for the paper in the live picture a few times a second, while `live`. */
export function useLook(video: RefObject<HTMLVideoElement | null>, live: boolean): Seen {
  const [seen, setSeen] = useState<Seen>({ hint: firstHint });
  useEffect(() => {
    if (!live) return;
    let before: Look | undefined;
    let timer = setTimeout(lookOnce, pauseMs);
    function lookOnce() {
      const begun = performance.now();
      const look = video.current && takeLook(video.current);
      const now = performance.now();
      if (look) {
        const { hint, glare } = judgeLook(look, before);
        before = look;
        setSeen((last) => ({ look, glare, hint: toNext(last.hint, hint, now) }));
      }
      timer = setTimeout(lookOnce, Math.max(pauseMs, restShare * (now - begun)));
    }
    return () => {
      clearTimeout(timer);
      setSeen({ hint: firstHint });
    };
  }, [video, live]);
  return seen;
}

/** Undefined before there is a picture. */
function takeLook(video: HTMLVideoElement): Look | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = lookSide / Math.max(videoWidth, videoHeight);
  const small = draw(video, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
  const picture = toGrey(getContext(small).getImageData(0, 0, small.width, small.height));
  const sheet = findSheet(picture);
  return { picture, ...(sheet && { sheet }) };
}
