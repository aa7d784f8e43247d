import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { useEffect, useState } from "react";
import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import {
  ArrowDown20Regular,
  ArrowRotateClockwise20Regular,
  ArrowUp20Regular,
  Dismiss20Regular,
  Document24Regular,
  Warning16Filled,
} from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { toSizeText } from "#engine/core/base/size-text.ts";
import { useFileStyles } from "../file-styles.ts";
import { useThumbnail } from "../use-stored-file.ts";
import { findQualityHint } from "./page-image.ts";
import type { MergeFile } from "./merge-list.ts";

const useStyles = makeStyles({
  item: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, paddingBottom: tokens.spacingVerticalXS },
  tools: { display: "flex", flexWrap: "wrap", paddingInlineStart: tokens.spacingHorizontalS },
  turned: {
    transitionProperty: "transform",
    transitionDuration: "150ms",
    "@media (prefers-reduced-motion: reduce)": { transitionDuration: "0ms" },
  },
});

export interface MergeItemProps {
  item: MergeFile;
  position: number;
  last: number;
  text: WidgetText;
  onMove(step: 1 | -1): void;
  onRotate(): void;
  onRemove(): void;
}

/** One of several files: its rotated preview, its warning, and buttons to move, rotate and remove it. */
export function MergeItem({ item, position, last, text, onMove, onRotate, onRemove }: MergeItemProps) {
  const styles = useStyles();
  const file = useFileStyles();
  const controls = useControlStyles();
  const picture = useThumbnail(item.file, undefined);
  const hint = useQualityHint(item.file);
  return (
    <li className={styles.item}>
      <div className={file.row}>
        <span aria-hidden className={file.picture}>
          {picture ? (
            <img
              className={mergeClasses(file.image, styles.turned)}
              style={{ transform: `rotate(${item.quarterTurns * 90}deg)` }}
              src={picture}
              alt=""
            />
          ) : (
            <Document24Regular />
          )}
        </span>
        <div className={file.words}>
          <span className={file.main}>{`${position}. ${item.file.name}`}</span>
          <span className={file.quiet}>{toSizeText(item.file.size)}</span>
          {hint ? (
            <span className={mergeClasses(file.status, file.bad)}>
              <Warning16Filled aria-hidden />
              {text(hint)}
            </span>
          ) : null}
        </div>
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={text("file.remove-page", { n: position })}
          onClick={onRemove}
        />
      </div>
      <div className={styles.tools}>
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<ArrowUp20Regular />}
          aria-label={text("file.move-up", { n: position })}
          disabled={position === 1}
          onClick={() => onMove(-1)}
        />
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<ArrowDown20Regular />}
          aria-label={text("file.move-down", { n: position })}
          disabled={position === last}
          onClick={() => onMove(1)}
        />
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<ArrowRotateClockwise20Regular />}
          aria-label={text("file.rotate", { n: position })}
          onClick={onRotate}
        />
      </div>
    </li>
  );
}

/** The quality warning of a photographed page. */
function useQualityHint(file: File): TextKey | undefined {
  const [hint, setHint] = useState<TextKey>();
  useEffect(() => {
    let cancelled = false;
    findQualityHint(file).then(
      (found) => {
        if (!cancelled) setHint(found);
      },
      () => undefined,
    ); // the server checks pages that cannot be drawn here
    return () => {
      cancelled = true;
    };
  }, [file]);
  return hint;
}
