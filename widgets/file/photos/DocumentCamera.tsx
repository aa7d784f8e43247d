import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { Camera28Filled, DocumentMultiple24Regular } from "@fluentui/react-icons";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import type { Camera } from "#widgets/camera/use-camera.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { DocumentOutline } from "./DocumentOutline.tsx";
import { usePhotosStyles } from "./photos-styles.ts";
import { useDocumentDetection } from "./use-document-detection.ts";
import type { Pages } from "./use-pages.ts";

export interface DocumentCameraProps {
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
  pages: Pages;
  /** Number, from 1, of the page to retake. */
  retakeNumber: number | undefined;
  text: WidgetText;
  files: ReactNode;
  onRetry(): void;
  onCapture(): void;
  onPages(): void;
}

/** The live picture with the detected outline, a hint and the shutter; or why there is no camera. */
export function DocumentCamera({ video, camera, pages, retakeNumber, text, files, ...on }: DocumentCameraProps) {
  const styles = usePhotosStyles();
  const common = useCameraStyles();
  const shutter = useRef<HTMLButtonElement>(null);
  const live = camera.state === "live";
  const { frame, glare, hint } = useDocumentDetection(video, live && pages.busy === undefined);
  useEffect(() => {
    if (camera.state !== "live") return;
    if (video.current) video.current.srcObject = camera.stream;
    shutter.current?.focus();
  }, [camera, video]);
  const count = pages.pages.length;
  return (
    <>
      <div className={common.stage}>
        {live ? (
          <>
            <video ref={video} className={common.picture} autoPlay playsInline muted aria-label={text("camera.live")} />
            <DocumentOutline frame={frame} glare={glare} good={hint.shown === "good"} />
            <span aria-hidden className={mergeClasses(styles.hint, hint.shown === "good" && styles.good)}>
              {text(pages.busy ?? (frame ? `photos.hint-${hint.shown}` : "camera.starting"))}
            </span>
          </>
        ) : null}
        {retakeNumber ? <span className={styles.again}>{text("photos.again", { n: retakeNumber })}</span> : null}
        <div role="status" className={live ? styles.unseen : common.message}>
          {camera.state === "failed" ? (
            <>
              <p>{text(camera.key)}</p>
              <p>{text("photos.or-files")}</p>
            </>
          ) : live ? (
            (pages.busy && text(pages.busy)) ||
            (hint.announced ? text(`photos.hint-${hint.announced}`) : text("camera.starting"))
          ) : (
            text("camera.starting")
          )}
        </div>
      </div>
      <div className={camera.state === "failed" ? common.bar : styles.bar}>
        <span className={styles.start}>
          {count > 0 ? (
            <Button
              className={styles.quiet}
              appearance="transparent"
              icon={<DocumentMultiple24Regular />}
              disabled={pages.busy !== undefined}
              onClick={on.onPages}
            >
              {text("photos.to-pages", { n: count })}
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
