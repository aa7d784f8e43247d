import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { Camera28Filled, DocumentMultiple24Regular } from "@fluentui/react-icons";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import type { Camera } from "#widgets/camera/use-camera.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { PaperOutline } from "./PaperOutline.tsx";
import { usePhotosStyles } from "./photos-styles.ts";
import { useLook } from "./use-look.ts";
import type { Pages } from "./use-pages.ts";

export interface PaperCameraProps {
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
  pages: Pages;
  /** Place, from 1, of the page that is taken again. */
  again: number | undefined;
  text: WidgetText;
  files: ReactNode;
  onRetry(): void;
  onCapture(): void;
  onPages(): void;
}

/** The live picture with the paper's edge on it, what to do for a better one, and the shutter; or why there is no camera, and the way on. */
export function PaperCamera({ video, camera, pages, again, text, files, ...on }: PaperCameraProps) {
  const styles = usePhotosStyles();
  const common = useCameraStyles();
  const shutter = useRef<HTMLButtonElement>(null);
  const live = camera.state === "live";
  const { look, glare, hint } = useLook(video, live && pages.busy === undefined);
  useEffect(() => {
    if (camera.state !== "live") return;
    if (video.current) video.current.srcObject = camera.stream;
    shutter.current?.focus();
  }, [camera, video]);
  const taken = pages.pages.length;
  return (
    <>
      <div className={common.stage}>
        {live ? (
          <>
            <video ref={video} className={common.picture} autoPlay playsInline muted aria-label={text("camera.live")} />
            <PaperOutline look={look} glare={glare} good={hint.shown === "good"} />
            <span aria-hidden className={mergeClasses(styles.hint, hint.shown === "good" && styles.good)}>
              {text(pages.busy ?? (look ? `photos.hint-${hint.shown}` : "camera.starting"))}
            </span>
          </>
        ) : null}
        {again ? <span className={styles.again}>{text("photos.again", { n: again })}</span> : null}
        <div role="status" className={live ? styles.unseen : common.message}>
          {camera.state === "failed" ? (
            <>
              <p>{text(camera.key)}</p>
              <p>{text("photos.or-files")}</p>
            </>
          ) : live ? (
            (pages.busy && text(pages.busy)) || (hint.said ? text(`photos.hint-${hint.said}`) : text("camera.starting"))
          ) : (
            text("camera.starting")
          )}
        </div>
      </div>
      <div className={camera.state === "failed" ? common.bar : styles.bar}>
        <span className={styles.start}>
          {taken > 0 ? (
            <Button
              className={styles.quiet}
              appearance="transparent"
              icon={<DocumentMultiple24Regular />}
              disabled={pages.busy !== undefined}
              onClick={on.onPages}
            >
              {text("photos.to-pages", { n: taken })}
            </Button>
          ) : null}
        </span>
        {camera.state === "failed" ? (
          <Button className={common.plain} appearance="outline" onClick={on.onRetry}>
            {text("camera.try-again")}
          </Button>
        ) : (
          <Button
            ref={shutter}
            className={styles.shutter}
            shape="circular"
            icon={<Camera28Filled />}
            aria-label={text("camera.capture")}
            disabled={!live}
            disabledFocusable={pages.busy !== undefined}
            onClick={on.onCapture}
          />
        )}
        <span className={styles.end}>{files}</span>
      </div>
    </>
  );
}
