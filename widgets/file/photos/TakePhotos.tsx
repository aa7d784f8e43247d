import { useEffect, useRef } from "react";
import { Button } from "@fluentui/react-components";
import { Camera24Regular } from "@fluentui/react-icons";
import { useLazyDialog } from "#widgets/camera/use-lazy-dialog.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import { useFileStyles } from "../file-styles.ts";
import type { FileWidget } from "../use-upload.ts";
import { getMaxPages } from "./offers-photos.ts";
import type { PhotosDialogProps } from "./PhotosDialog.tsx";

export interface TakePhotosProps {
  widget: FileWidget;
  /** Shows the button; an open dialog stays without it. */
  offered: boolean;
  onFile(file: File): void;
  /** Called when the dialog closed with a file; the tile takes the focus, because the button is gone. */
  onClosed(): void;
}

/** The camera button of a file field. The dialog is loaded when it first opens. */
export function TakePhotos({ widget, offered, onFile, onClosed }: TakePhotosProps) {
  const { id, label, text, services, props } = widget;
  const styles = useFileStyles();
  const controls = useControlStyles();
  const { Dialog, open, unavailable, show, close } = useLazyDialog<PhotosDialogProps>(
    () => import("./PhotosDialog.tsx"),
  );
  const hasFile = useRef(false);
  useEffect(() => {
    if (open || !hasFile.current) return;
    hasFile.current = false;
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
          maxPages={getMaxPages(widget)}
          anySize={props.category === "photo"}
          now={services.now}
          onClose={close}
          onFile={(file) => {
            hasFile.current = true;
            close();
            onFile(file);
          }}
        />
      ) : null}
    </>
  );
}
