import { useRef } from "react";
import { Button } from "@fluentui/react-components";
import { useModal } from "#widgets/use-modal.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useDialogStyles } from "../dialog-styles.ts";

export interface DiscardDialogProps {
  text: WidgetText;
  onStay(): void;
  onLeave(): void;
}

/** Asks before photographed pages are discarded. */
export function DiscardDialog({ text, onStay, onLeave }: DiscardDialogProps) {
  const styles = useDialogStyles();
  const controls = useControlStyles();
  const first = useRef<HTMLButtonElement>(null);
  const { dialog } = useModal({ first, onLeave: onStay });
  return (
    <dialog {...dialog} className={styles.question} role="alertdialog" aria-label={text("photos.discard")}>
      <div className={styles.box}>
        <h2 className={styles.title}>{text("photos.discard")}</h2>
        <p>{text("photos.discard-hint")}</p>
        <div className={styles.answers}>
          <Button className={controls.button} onClick={onLeave}>
            {text("photos.discard-confirm")}
          </Button>
          <Button className={controls.button} ref={first} appearance="primary" onClick={onStay}>
            {text("photos.keep")}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
