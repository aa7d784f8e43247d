import type { TextKey } from "#engine/documents/text-keys.ts";
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
import { toSizeText } from "#engine/base/size-text.ts";
import { useFileStyles } from "../file-styles.ts";
import { useThumbnail } from "../use-stored-file.ts";
import { findPageHint } from "./page-picture.ts";
import type { Paper } from "./pages.ts";

const useStyles = makeStyles({
  paper: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, paddingBottom: tokens.spacingVerticalXS },
  tools: { display: "flex", flexWrap: "wrap", paddingInlineStart: tokens.spacingHorizontalS },
  turned: {
    transitionProperty: "transform",
    transitionDuration: "150ms",
    "@media (prefers-reduced-motion: reduce)": { transitionDuration: "0ms" },
  },
});

export interface PaperItemProps {
  paper: Paper;
  place: number;
  last: number;
  text: WidgetText;
  onMove(step: 1 | -1): void;
  onTurn(): void;
  onRemove(): void;
}

/** One of several papers: its picture as it is turned, its warning, and the buttons that move, turn and remove it. */
export function PaperItem({ paper, place, last, text, onMove, onTurn, onRemove }: PaperItemProps) {
  const styles = useStyles();
  const file = useFileStyles();
  const controls = useControlStyles();
  const picture = useThumbnail(paper.file, undefined);
  const hint = usePageHint(paper.file);
  return (
    <li className={styles.paper}>
      <div className={file.row}>
        <span aria-hidden className={file.picture}>
          {picture ? (
            <img
              className={mergeClasses(file.image, styles.turned)}
              style={{ transform: `rotate(${paper.turns * 90}deg)` }}
              src={picture}
              alt=""
            />
          ) : (
            <Document24Regular />
          )}
        </span>
        <div className={file.words}>
          <span className={file.main}>{`${place}. ${paper.file.name}`}</span>
          <span className={file.quiet}>{toSizeText(paper.file.size)}</span>
          {hint ? (
            <span className={mergeClasses(file.verdict, file.bad)}>
              <Warning16Filled aria-hidden />
              {text(hint)}
            </span>
          ) : null}
        </div>
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={text("file.remove-page", { n: place })}
          onClick={onRemove}
        />
      </div>
      <div className={styles.tools}>
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<ArrowUp20Regular />}
          aria-label={text("file.move-up", { n: place })}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<ArrowDown20Regular />}
          aria-label={text("file.move-down", { n: place })}
          disabled={place === last}
          onClick={() => onMove(1)}
        />
        <Button
          className={controls.iconButton}
          appearance="subtle"
          icon={<ArrowRotateClockwise20Regular />}
          aria-label={text("file.rotate", { n: place })}
          onClick={onTurn}
        />
      </div>
    </li>
  );
}

/** The warning of a photographed page, found while the candidate orders the others. */
function usePageHint(file: File): TextKey | undefined {
  const [hint, setHint] = useState<TextKey>();
  useEffect(() => {
    let gone = false;
    findPageHint(file).then(
      (found) => {
        if (!gone) setHint(found);
      },
      () => undefined,
    ); // a page that cannot be drawn here is judged by the server
    return () => {
      gone = true;
    };
  }, [file]);
  return hint;
}
