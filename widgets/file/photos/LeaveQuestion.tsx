import { useRef } from "react";
import { Button } from "@fluentui/react-components";
import { useModal } from "#widgets/use-modal.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useQuestionStyles } from "../question-styles.ts";

export interface LeaveQuestionProps {
  text: WidgetText;
  onStay(): void;
  onLeave(): void;
}

/** Pages that were taken are not thrown away unasked. */
export function LeaveQuestion({ text, onStay, onLeave }: LeaveQuestionProps) {
  const styles = useQuestionStyles();
  const controls = useControlStyles();
  const first = useRef<HTMLButtonElement>(null);
  const { dialog } = useModal({ first, onLeave: onStay });
  return (
    <dialog {...dialog} className={styles.question} role="alertdialog" aria-label={text("photos.leave")}>
      <div className={styles.box}>
        <h2 className={styles.title}>{text("photos.leave")}</h2>
        <p>{text("photos.leave-why")}</p>
        <div className={styles.answers}>
          <Button className={controls.button} onClick={onLeave}>
            {text("photos.leave-now")}
          </Button>
          <Button className={controls.button} ref={first} appearance="primary" onClick={onStay}>
            {text("photos.stay")}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
