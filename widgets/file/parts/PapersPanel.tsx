import { useRef } from "react";
import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useFileStyles } from "../file-styles.ts";
import { mergeTypes } from "./pages.ts";
import { PaperItem } from "./PaperItem.tsx";
import { usePapers } from "./use-papers.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  footer: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS, padding: tokens.spacingHorizontalM },
});

export interface PapersPanelProps {
  first: readonly File[];
  name: string;
  text: WidgetText;
  onMerged(file: File): void;
  onCancel(): void;
}

/** Several papers put in order, turned upright and made one PDF before they are sent. */
export default function PapersPanel({ first, name, text, onMerged, onCancel }: PapersPanelProps) {
  const styles = useStyles();
  const file = useFileStyles();
  const controls = useControlStyles();
  const { papers, busy, problem, add, move, turn, remove, merge } = usePapers(first, { name, text, onMerged });
  const picker = useRef<HTMLInputElement>(null);

  return (
    <div>
      <ol className={styles.list}>
        {papers.map((paper, index) => (
          <PaperItem
            key={paper.key}
            paper={paper}
            place={index + 1}
            last={papers.length}
            text={text}
            onMove={(step) => move(index, step)}
            onTurn={() => turn(index)}
            onRemove={() => (papers.length === 1 ? onCancel() : remove(paper.key))}
          />
        ))}
      </ol>
      <div role="alert" className={problem ? file.advice : undefined}>
        {problem}
      </div>
      <div className={styles.footer}>
        <Button className={controls.button} appearance="primary" disabled={busy} onClick={() => void merge()}>
          {text(busy ? "file.merging" : "file.merge-and-upload")}
        </Button>
        <Button className={controls.button} disabled={busy} onClick={() => picker.current?.click()}>
          {text("file.add-pages")}
        </Button>
        <Button className={controls.button} disabled={busy} appearance="subtle" onClick={onCancel}>
          {text("file.discard-pages")}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={mergeTypes.join(",")}
          aria-label={text("file.pages")}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </div>
    </div>
  );
}
