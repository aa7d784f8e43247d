import type { ReactNode } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { CheckmarkCircle16Filled, Dismiss20Regular, Document24Regular, Warning16Filled } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { StoredFile, WidgetServices, WidgetText } from "#widgets/widget.ts";
import { toSizeText } from "#engine/core/base/size-text.ts";
import { useFileStyles } from "./file-styles.ts";
import { isQuarantined, toFileName, type Tile } from "./tile-state.ts";
import { useThumbnail } from "./use-stored-file.ts";

export interface FileRowProps {
  tile: Exclude<Tile, { state: "NULL" }>;
  services: WidgetServices;
  text: WidgetText;
  locked: boolean;
  /** Buttons before the one that removes the file. */
  tools?: ReactNode;
  onRemove(): void;
}

/** Preview, name, size and status of one document, with its remove button. */
export function FileRow({ tile, services, text, locked, tools, onRemove }: FileRowProps) {
  const styles = useFileStyles();
  const controls = useControlStyles();
  const stored = tile.state === "COMPLETED" ? tile.stored : undefined;
  const picture = useThumbnail(tile.file, stored, services);
  const name = toFileName(tile);
  const sizeBytes = tile.file?.size ?? stored?.sizeBytes;
  const isUploading = tile.state === "PROCESSING" && tile.phase !== "waiting";
  return (
    <div className={styles.row}>
      <span aria-hidden className={styles.picture}>
        {picture ? <img className={styles.image} src={picture} alt="" /> : <Document24Regular />}
      </span>
      <div className={styles.words}>
        {stored && !isQuarantined(stored) ? (
          <StoredName stored={stored} services={services} text={text} />
        ) : (
          <span className={styles.main}>{name}</span>
        )}
        {sizeBytes === undefined ? null : <span className={styles.quiet}>{toSizeText(sizeBytes)}</span>}
        <Status tile={tile} text={text} />
        {isUploading ? <Progress name={text("file.uploading", { name })} tile={tile} /> : null}
      </div>
      {locked ? null : (
        <div className={mergeClasses(styles.tools, tools !== undefined && styles.stacked)}>
          {tools}
          <Button
            className={controls.iconButton}
            appearance="subtle"
            icon={<Dismiss20Regular />}
            aria-label={isUploading ? text("file.cancel") : text("file.remove", { name })}
            onClick={onRemove}
          />
        </div>
      )}
    </div>
  );
}

function StoredName({ stored, services, text }: { stored: StoredFile; services: WidgetServices; text: WidgetText }) {
  const styles = useFileStyles();
  return (
    <Button
      className={styles.name}
      appearance="transparent"
      aria-label={text("file.view", { name: stored.fileName })}
      onClick={() => services.openFile(stored.fileUrl)}
    >
      {stored.fileName}
    </Button>
  );
}

/** Status in words, repeated by colour and icon; announced on change. */
function Status({ tile, text }: { tile: Tile; text: WidgetText }) {
  const styles = useFileStyles();
  const isHeldBack = tile.state === "COMPLETED" && isQuarantined(tile.stored);
  const good = tile.state === "COMPLETED" && !isHeldBack;
  const bad = tile.state === "WARNING" || tile.state === "ERROR";
  return (
    <span role="status" className={mergeClasses(styles.status, good && styles.good, bad && styles.bad)}>
      {good ? <CheckmarkCircle16Filled aria-hidden /> : bad ? <Warning16Filled aria-hidden /> : null}
      {isHeldBack
        ? text("file.scanning")
        : good
          ? text("file.uploaded")
          : bad
            ? text("file.needs-attention")
            : tile.state === "PROCESSING" && tile.phase !== "sending"
              ? text(`file.${tile.phase}`)
              : null}
    </span>
  );
}

function Progress({ name, tile }: { name: string; tile: Extract<Tile, { state: "PROCESSING" }> }) {
  const styles = useFileStyles();
  const percent = Math.min(100, Math.round((tile.sentBytes / Math.max(1, tile.file.size)) * 100));
  const checking = tile.phase === "checking";
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={checking ? undefined : percent}
      className={styles.track}
    >
      <div
        className={mergeClasses(styles.bar, checking && styles.checking)}
        style={checking ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
