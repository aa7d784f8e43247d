import { Fragment, useId, useRef, type ReactNode } from "react";
import { Button } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import { useModal } from "#widgets/use-modal.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useDialogStyles } from "./dialog-styles.ts";

export interface WarningModalProps {
  title: string;
  children: ReactNode;
  text: WidgetText;
  onUploadAgain(): void;
  /** Absent for an error: only a warning can be overruled. */
  onProceed?(): void;
  onClose(): void;
}

/** Lets words joined by slashes wrap on a narrow screen; the text stays the same. */
const breakAfterSlashes = (text: string): ReactNode =>
  text.split(/(?<=\/)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Asks after a problem was found: 'Upload Again' or, for a warning, 'Proceed Anyway'. Closing it decides nothing. */
export default function WarningModal({ title, children, text, onUploadAgain, onProceed, onClose }: WarningModalProps) {
  const styles = useDialogStyles();
  const controls = useControlStyles();
  const first = useRef<HTMLButtonElement>(null);
  const { dialog, close } = useModal({ first, onLeave: () => leave(onClose) });
  const id = useId();
  const leave = (then: () => void) => {
    close();
    then();
  };
  return (
    <dialog
      {...dialog}
      className={styles.question}
      aria-labelledby={id}
      onClick={(event) => {
        // The box fills the dialog, so a press on the dialog itself is on the backdrop.
        if (event.target === event.currentTarget) leave(onClose);
      }}
    >
      <div className={styles.box}>
        <h2 id={id} className={styles.title}>
          {breakAfterSlashes(title)}
        </h2>
        {children}
        <div className={styles.answers}>
          {onProceed ? (
            <Button className={controls.button} onClick={() => leave(onProceed)}>
              {text("file.proceed-anyway")}
            </Button>
          ) : null}
          <Button className={controls.button} ref={first} appearance="primary" onClick={() => leave(onUploadAgain)}>
            {text("file.upload-again")}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
