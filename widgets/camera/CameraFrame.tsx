import type { ReactNode } from "react";
import { Button } from "@fluentui/react-components";
import { Dismiss24Regular } from "@fluentui/react-icons";
import type { WidgetText } from "../widget.ts";
import { useCameraStyles } from "./camera-styles.ts";
import { useModal } from "../use-modal.ts";

export interface CameraFrameProps {
  title: string;
  text: WidgetText;
  /** Called for the close button and Escape. */
  onLeave(): void;
  children: ReactNode;
}

/** A full-screen camera in a native modal dialog, which handles focus and Escape. */
export function CameraFrame({ title, text, onLeave, children }: CameraFrameProps) {
  const styles = useCameraStyles();
  const { dialog } = useModal({ onLeave });
  return (
    <dialog {...dialog} className={styles.dialog} aria-label={title}>
      <div className={styles.screen}>
        <div className={styles.top}>
          <span>{title}</span>
          <Button
            className={styles.plain}
            appearance="transparent"
            icon={<Dismiss24Regular />}
            aria-label={text("camera.close")}
            onClick={onLeave}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}
