import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import { ErrorAdvice, WarningAdvice } from "./ProblemAdvice.tsx";
import { useFileStyles } from "./file-styles.ts";
import type { Tile } from "./tile-state.ts";
import type { FileWidget } from "./use-upload.ts";
import type { WarningModalProps } from "./WarningModal.tsx";

export interface ProblemPanelProps {
  tile: Tile;
  text: FileWidget["text"];
  formats: string;
  onPick(): void;
  onProceed(file: File, uploadId: string): void;
  /** Called after the modal has closed; the tile takes the focus back. */
  onClosed(): void;
}

type ProblemTile = Extract<Tile, { state: "WARNING" | "ERROR" }>;

/**
 * Shows the problem of a document. A modal opens by itself and can be opened again. The tile shows the text when the
 * modal cannot be loaded.
 */
export function ProblemPanel({ tile, text, formats, onPick, onProceed, onClosed }: ProblemPanelProps) {
  const [Modal, setModal] = useState<ComponentType<WarningModalProps>>();
  const [shown, setShown] = useState<ProblemTile>();
  const [open, setOpen] = useState(false);
  const current = tile.state === "WARNING" || tile.state === "ERROR" ? tile : undefined;
  if (current && current !== shown) {
    setShown(current);
    setOpen(needsModal(current));
  }
  const isNeeded = shown !== undefined && needsModal(shown);
  useEffect(() => {
    let cancelled = false;
    if (isNeeded)
      import("./WarningModal.tsx").then(
        (loaded) => {
          if (!cancelled) setModal(() => loaded.default);
        },
        () => undefined,
      ); // offline: the tile shows the text
    return () => {
      cancelled = true;
    };
  }, [isNeeded]);
  if (!shown) return null;

  const warning = shown.state === "WARNING" ? shown : undefined;
  const advice =
    shown.state === "WARNING" ? (
      <WarningAdvice report={shown.report} text={text} />
    ) : (
      <ErrorAdvice problem={shown.problem} formats={formats} text={text} />
    );
  const close = () => {
    setOpen(false);
    onClosed();
  };
  const pick = () => {
    close();
    onPick();
  };
  const proceed = warning
    ? () => {
        close();
        onProceed(warning.file, warning.uploadId);
      }
    : undefined;
  return (
    <>
      {current ? (
        <TileProblem
          tile={current}
          text={text}
          open={Modal && isNeeded ? () => setOpen(true) : undefined}
          advice={advice}
          pick={pick}
          proceed={Modal ? undefined : proceed}
          hidden={open && Modal !== undefined}
        />
      ) : null}
      {Modal && isNeeded && open && current ? (
        <Modal
          title={text(warning ? "file.may-be-flawed" : "file.needs-attention")}
          text={text}
          onUploadAgain={pick}
          onProceed={proceed}
          onClose={close}
        >
          {advice}
        </Modal>
      ) : null}
    </>
  );
}

interface TileProblemProps {
  tile: ProblemTile;
  text: FileWidget["text"];
  advice: ReactNode;
  hidden: boolean;
  open?: () => void;
  pick(): void;
  proceed?: () => void;
}

/** The problem inside the tile: short beside a modal, complete without one. */
function TileProblem({ tile, text, advice, hidden, open, pick, proceed }: TileProblemProps) {
  const styles = useFileStyles();
  const controls = useControlStyles();
  if (hidden) return null;
  return (
    <>
      <div className={styles.advice}>{tile.state === "WARNING" && open ? text("file.may-be-flawed") : advice}</div>
      {needsModal(tile) ? (
        <div className={styles.actions}>
          {open && tile.state === "WARNING" ? (
            <Button className={controls.button} onClick={open}>
              {text("file.what-is-wrong")}
            </Button>
          ) : null}
          {proceed ? (
            <Button className={controls.button} onClick={proceed}>
              {text("file.proceed-anyway")}
            </Button>
          ) : null}
          <Button className={controls.button} onClick={pick}>
            {text("file.upload-again")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Warnings and unreadable documents open a modal; wrong sizes and transient failures do not. */
const needsModal = (tile: ProblemTile) => tile.state === "WARNING" || tile.problem.unsupported;
