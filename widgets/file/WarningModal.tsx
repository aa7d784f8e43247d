import type { ReactNode } from "react";
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";

export interface WarningModalProps {
  open: boolean;
  title: string;
  children: ReactNode;
  text: WidgetText;
  onUploadAgain(): void;
  /** Absent when the file cannot be taken: only a warning may be overruled. */
  onProceed?(): void;
  onClose(): void;
}

/** A paper that was looked at and found wanting: 'Upload Again', and for a warning 'Proceed Anyway'. Closing it decides nothing. */
export default function WarningModal({
  open,
  title,
  children,
  text,
  onUploadAgain,
  onProceed,
  onClose,
}: WarningModalProps) {
  const styles = useControlStyles();
  return (
    <Dialog
      open={open}
      onOpenChange={(_, data) => {
        if (!data.open) onClose();
      }}
    >
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>{children}</DialogContent>
          <DialogActions>
            {onProceed ? (
              <Button className={styles.button} onClick={onProceed}>
                {text("file.proceed-anyway")}
              </Button>
            ) : null}
            <Button className={styles.button} appearance="primary" onClick={onUploadAgain}>
              {text("file.upload-again")}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
