import { useEffect, useRef } from "react";
import { Button } from "@fluentui/react-components";
import { Camera24Regular } from "@fluentui/react-icons";
import { useLazyDialog } from "#widgets/camera/use-lazy-dialog.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import { useFileStyles } from "../file-styles.ts";
import type { FileWidget } from "../use-upload.ts";
import { toMostPages } from "./offers-photos.ts";
import type { PhotosDialogProps } from "./PhotosDialog.tsx";

export interface TakePhotosProps {
  widget: FileWidget;
  /** The button is there; without it a dialog that is open stays. */
  offered: boolean;
  onTaken(file: File): void;
  /** The dialog closed with a file: the tile takes the focus, since the button has gone. */
  onClosed(): void;
}

/** The way to a paper's file through the camera. The dialog is fetched when it is first opened. */
export function TakePhotos({ widget, offered, onTaken, onClosed }: TakePhotosProps) {
  const { id, label, text, services, props } = widget;
  const styles = useFileStyles();
  const controls = useControlStyles();
  const { Dialog, open, unavailable, show, close } = useLazyDialog<PhotosDialogProps>(
    () => import("./PhotosDialog.tsx"),
  );
  const taken = useRef(false);
  useEffect(() => {
    if (open || !taken.current) return;
    taken.current = false;
    onClosed();
  }, [open, onClosed]);
  return (
    <>
      {offered ? (
        <div className={styles.photos}>
          <Button
            className={controls.button}
            icon={<Camera24Regular />}
            aria-describedby={[`${id}-label`, widget.describedBy ?? ""].filter(Boolean).join(" ")}
            onClick={show}
          >
            {text("photos.take")}
          </Button>
        </div>
      ) : null}
      {unavailable ? (
        <div role="alert" className={styles.refusal}>
          {text("camera.lost")}
        </div>
      ) : null}
      {open && Dialog ? (
        <Dialog
          title={label}
          text={text}
          mostPages={toMostPages(widget)}
          anySize={props.category === "photo"}
          now={services.now}
          onClose={close}
          onTaken={(file) => {
            taken.current = true;
            close();
            onTaken(file);
          }}
        />
      ) : null}
    </>
  );
}
