import { Button } from "@fluentui/react-components";
import { useModal } from "#widgets/camera/use-modal.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { usePhotosStyles } from "./photos-styles.ts";

export interface LeaveQuestionProps {
  text: WidgetText;
  onStay(): void;
  onLeave(): void;
}

/** Pages that were taken are not thrown away unasked. */
export function LeaveQuestion({ text, onStay, onLeave }: LeaveQuestionProps) {
  const styles = usePhotosStyles();
  const controls = useControlStyles();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles.question}
      role="alertdialog"
      aria-label={text("photos.leave")}
      onClose={(event) => {
        event.stopPropagation();
        onStay();
      }}
    >
      <h2 className={styles.questionTitle}>{text("photos.leave")}</h2>
      <p>{text("photos.leave-why")}</p>
      <div className={styles.answers}>
        <Button className={controls.button} onClick={onLeave}>
          {text("photos.leave-now")}
        </Button>
        <Button className={controls.button} appearance="primary" autoFocus onClick={onStay}>
          {text("photos.stay")}
        </Button>
      </div>
    </dialog>
  );
}
