import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useId, type ReactNode } from "react";
import type { Limits } from "#engine/core/definitions/catalogues.ts";
import { useModal } from "#widgets/use-modal.ts";
import { useSwipe, type SwipeHandlers } from "./use-swipe.ts";

const useStyles = makeStyles({
  modal: {
    boxSizing: "border-box",
    width: "calc(100vw - 32px)",
    maxWidth: "560px",
    maxHeight: "calc(100dvh - 48px)",
    padding: "20px 20px 24px",
    border: "none",
    borderRadius: "12px",
    overflowY: "auto",
    overscrollBehavior: "contain",
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow64,
    "::backdrop": { backgroundColor: "rgba(0, 0, 0, 0.45)" },
  },
  side: {
    marginBlock: 0,
    marginInlineStart: "auto",
    marginInlineEnd: 0,
    width: "min(320px, 88vw)",
    height: "100dvh",
    maxHeight: "100dvh",
    borderRadius: 0,
    touchAction: "pan-y",
  },
  head: {
    display: "flex",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "12px",
    marginBlockEnd: "12px",
  },
  title: {
    margin: 0,
    paddingBlockStart: "8px",
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  close: { minWidth: "44px", minHeight: "44px", marginInlineStart: "auto" },
  content: { display: "flex", flexDirection: "column", gap: "16px" },
});

interface ModalProps {
  title?: string;
  label?: string;
  closeLabel?: string;
  /** The limits of a swipe (catalogues/limits). If set, the dialog is a drawer at the side that a swipe closes. */
  side?: Limits["swipe"];
  onClose?(): void;
  children: ReactNode;
}

/**
 * A native modal dialog: the browser traps the focus, makes the page inert, and restores the focus. Escape and the
 * close button call `onClose`. Without `onClose` the dialog stays until it is unmounted.
 */
export function Modal({ side, ...props }: ModalProps) {
  return side ? <Drawer {...props} side={side} /> : <Dialog {...props} />;
}

/** A dialog at the inline end of the window, which a swipe closes. */
function Drawer({ side, ...props }: ModalProps & Required<Pick<ModalProps, "side">>) {
  const { onClose } = props;
  const swipe = useSwipe({
    limits: side,
    leaves: true,
    onSwipe: () => onClose?.(),
    canSwipe: (step) => step === -1 && onClose !== undefined,
  });
  return <Dialog {...props} swipe={swipe} />;
}

function Dialog({
  title,
  label,
  closeLabel,
  swipe,
  onClose,
  children,
}: Omit<ModalProps, "side"> & { swipe?: SwipeHandlers }) {
  const styles = useStyles();
  const id = useId();
  const { dialog } = useModal({ onLeave: onClose });
  return (
    <dialog
      {...dialog}
      {...swipe}
      className={mergeClasses(styles.modal, swipe && styles.side)}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      <div className={styles.head}>
        {title && (
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
        )}
        {onClose && (
          <Button
            className={styles.close}
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={closeLabel}
            onClick={onClose}
          />
        )}
      </div>
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}
