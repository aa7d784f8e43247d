import { Button } from "@fluentui/react-components";
import type { WidgetText } from "#widgets/widget.ts";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import type { Camera, Facing } from "#widgets/camera/use-camera.ts";

export interface CameraControlsProps {
  camera: Camera;
  facing: Facing;
  text: WidgetText;
  onRetry(): void;
  onFlip(): void;
  onCapture(): void;
}

/** Buttons before the capture: retry after a failure, switch cameras, shutter. */
export function CameraControls({ camera, facing, text, onRetry, onFlip, onCapture }: CameraControlsProps) {
  const styles = useCameraStyles();
  const failed = camera.state === "failed";
  return (
    <>
      {failed ? (
        <Button className={styles.button} appearance="primary" onClick={onRetry}>
          {text("camera.try-again")}
        </Button>
      ) : null}
      {failed && facing === "user" ? null : (
        <Button className={styles.plain} appearance="outline" onClick={onFlip}>
          {text("camera.flip")}
        </Button>
      )}
      {camera.state === "live" ? (
        <Button className={styles.button} appearance="primary" onClick={onCapture}>
          {text("camera.capture")}
        </Button>
      ) : null}
    </>
  );
}
