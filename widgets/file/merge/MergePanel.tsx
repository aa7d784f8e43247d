import { useRef } from "react";
import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useFileStyles } from "../file-styles.ts";
import { mergeTypes } from "./merge-list.ts";
import { MergeItem } from "./MergeItem.tsx";
import { useMergeList } from "./use-merge-list.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  footer: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS, padding: tokens.spacingHorizontalM },
});

export interface MergePanelProps {
  first: readonly File[];
  name: string;
  text: WidgetText;
  onMerged(file: File): void;
  onCancel(): void;
}

/** Orders and rotates several files, then merges them into one PDF. */
export default function MergePanel({ first, name, text, onMerged, onCancel }: MergePanelProps) {
  const styles = useStyles();
  const file = useFileStyles();
  const controls = useControlStyles();
  const { items, busy, problem, add, move, rotate, remove, merge } = useMergeList(first, { name, text, onMerged });
  const picker = useRef<HTMLInputElement>(null);

  return (
    <div>
      <ol className={styles.list}>
        {items.map((item, index) => (
          <MergeItem
            key={item.key}
            item={item}
            position={index + 1}
            last={items.length}
            text={text}
            onMove={(step) => move(index, step)}
            onRotate={() => rotate(index)}
            onRemove={() => (items.length === 1 ? onCancel() : remove(item.key))}
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
