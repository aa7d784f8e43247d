import { useEffect, type RefObject } from "react";
import { mergeClasses } from "@fluentui/react-components";
import { useObjectUrl } from "#widgets/camera/use-object-url.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import type { Camera, Facing } from "#widgets/camera/use-camera.ts";

export interface CameraStageProps {
  /** The video element from which a frame is captured. */
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
  facing: Facing;
  photo?: File;
  text: WidgetText;
}

/** The live picture with an outline to aim at, the captured picture, or why there is none. */
export function CameraStage({ video, camera, facing, photo, text }: CameraStageProps) {
  const styles = useCameraStyles();
  const preview = useObjectUrl(photo);
  const live = camera.state === "live" && !photo;
  useEffect(() => {
    if (camera.state === "live" && video.current) video.current.srcObject = camera.stream;
  }, [camera, video]);
  return (
    <div className={styles.stage}>
      {preview ? <img className={styles.picture} src={preview} alt={text("camera.preview")} /> : null}
      {live ? (
        <video
          ref={video}
          className={mergeClasses(styles.picture, facing === "user" && styles.mirrored)}
          autoPlay
          playsInline
          muted
          aria-label={text("camera.live")}
        />
      ) : null}
      {live ? <span aria-hidden className={styles.outline} /> : null}
      <div role="status" className={live || photo ? undefined : styles.message}>
        {photo || live ? null : camera.state === "failed" ? (
          <p>{text(facing === "environment" && camera.key === "camera.none" ? "camera.no-other" : camera.key)}</p>
        ) : (
          text("camera.starting")
        )}
      </div>
    </div>
  );
}
