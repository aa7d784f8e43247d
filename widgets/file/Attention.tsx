import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import { TroubleAdvice, WarningAdvice } from "./Advice.tsx";
import { useFileStyles } from "./file-styles.ts";
import type { Tile } from "./tile-state.ts";
import type { FileWidget } from "./use-upload.ts";
import type { WarningModalProps } from "./WarningModal.tsx";

export interface AttentionProps {
  tile: Tile;
  text: FileWidget["text"];
  formats: string;
  onPick(): void;
  onProceed(file: File, uploadId: string): void;
  /** The modal has closed: the tile takes the focus back. */
  onClosed(): void;
}

type Troubled = Extract<Tile, { state: "WARNING" | "ERROR" }>;

/**
 * What is wrong with a paper: a modal that opens by itself (fetched when first needed) and can be opened again;
 * its words stand in the tile when it cannot be fetched.
 */
export function Attention({ tile, text, formats, onPick, onProceed, onClosed }: AttentionProps) {
  const [Modal, setModal] = useState<ComponentType<WarningModalProps>>();
  const [told, setTold] = useState<Troubled>();
  const [open, setOpen] = useState(false);
  const now = tile.state === "WARNING" || tile.state === "ERROR" ? tile : undefined;
  if (now && now !== told) {
    setTold(now);
    setOpen(needsModal(now));
  }
  const wanted = told !== undefined && needsModal(told);
  useEffect(() => {
    let gone = false;
    if (wanted)
      import("./WarningModal.tsx").then(
        (loaded) => {
          if (!gone) setModal(() => loaded.default);
        },
        () => undefined,
      ); // offline: the tile says it
    return () => {
      gone = true;
    };
  }, [wanted]);
  if (!told) return null;

  const warning = told.state === "WARNING" ? told : undefined;
  const advice =
    told.state === "WARNING" ? (
      <WarningAdvice report={told.report} text={text} />
    ) : (
      <TroubleAdvice trouble={told.trouble} formats={formats} text={text} />
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
      {now ? (
        <InTile
          tile={now}
          text={text}
          open={Modal && wanted ? () => setOpen(true) : undefined}
          advice={advice}
          pick={pick}
          proceed={Modal ? undefined : proceed}
          hidden={open && Modal !== undefined}
        />
      ) : null}
      {Modal && wanted && open && now ? (
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

interface InTileProps {
  tile: Troubled;
  text: FileWidget["text"];
  advice: ReactNode;
  hidden: boolean;
  open?: () => void;
  pick(): void;
  proceed?: () => void;
}

/** The same in the tile: short beside a modal that can be opened, whole without one. */
function InTile({ tile, text, advice, hidden, open, pick, proceed }: InTileProps) {
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

/** Warnings and papers that cannot be read are worth a modal; a size or a passing failure is not. */
const needsModal = (tile: Troubled) => tile.state === "WARNING" || tile.trouble.unsupported;
