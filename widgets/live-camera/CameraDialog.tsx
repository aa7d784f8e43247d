import { useRef, useState } from "react";
import { Button } from "@fluentui/react-components";
import { CameraFrame } from "#widgets/camera/CameraFrame.tsx";
import type { WidgetText } from "#widgets/widget.ts";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import { CameraControls } from "./CameraControls.tsx";
import { CameraStage } from "./CameraStage.tsx";
import { captureFrame } from "#widgets/camera/capture-frame.ts";
import { PictureUpload } from "./PictureUpload.tsx";
import { useCamera, type Facing } from "#widgets/camera/use-camera.ts";

export interface CameraDialogProps {
  title: string;
  text: WidgetText;
  /** Agents may upload an existing picture. */
  mayUpload: boolean;
  now(): number;
  onProceed(photo: File): void;
  onClose(): void;
}

/** Live camera, then the captured picture with 'Retake' and 'Proceed'. */
export default function CameraDialog({ title, text, mayUpload, now, onProceed, onClose }: CameraDialogProps) {
  const styles = useCameraStyles();
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>("user");
  const [attempt, setAttempt] = useState(0);
  const [photo, setPhoto] = useState<File>();
  const [error, setError] = useState("");
  const camera = useCamera(!photo, facing, attempt);

  const capture = async () => {
    const frame = video.current ? await captureFrame(video.current, now()) : undefined;
    setError(frame ? "" : text("camera.no-canvas"));
    if (frame) setPhoto(frame);
  };
  return (
    <CameraFrame title={title} text={text} onLeave={onClose}>
      <CameraStage video={video} camera={camera} facing={facing} photo={photo} text={text} />
      {error ? (
        <div role="alert" className={styles.error}>
          {error}
        </div>
      ) : null}
      <div className={styles.bar}>
        {photo ? (
          <>
            <Button className={styles.plain} appearance="outline" onClick={() => setPhoto(undefined)}>
              {text("camera.retake")}
            </Button>
            <Button className={styles.button} appearance="primary" onClick={() => onProceed(photo)}>
              {text("camera.proceed")}
            </Button>
          </>
        ) : (
          <CameraControls
            camera={camera}
            facing={facing}
            text={text}
            onRetry={() => setAttempt(attempt + 1)}
            onFlip={() => setFacing(facing === "user" ? "environment" : "user")}
            onCapture={() => void capture()}
          />
        )}
        {mayUpload ? <PictureUpload offered={!photo} text={text} onChosen={setPhoto} /> : null}
      </div>
    </CameraFrame>
  );
}
