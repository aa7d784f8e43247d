import { Button } from "@fluentui/react-components";
import { Warning16Filled } from "@fluentui/react-icons";
import { judgePaper } from "#engine/paper/judge.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import { useFileStyles } from "./file-styles.ts";
import { isHeld, type Tile } from "./tile-state.ts";
import { useReading } from "./use-reading.ts";
import type { FileWidget } from "./use-upload.ts";

/** What reading the paper brought: what it does not show of the form, which hinders nobody, and what empty fields may take from it. */
export function ReadPaper({ widget, tile }: { widget: FileWidget; tile: Tile }) {
  const { paperFacts = [], onTake, services, text } = widget;
  const styles = useFileStyles();
  const controls = useControlStyles();
  const fileUrl = tile.state === "COMPLETED" && !isHeld(tile.stored) ? tile.stored.fileUrl : undefined;
  const reading = useReading(paperFacts.length > 0 ? fileUrl : undefined, services);
  const { isBlank, others, offers } = judgePaper(reading, paperFacts);
  const offered = widget.disabled || widget.readOnly || !onTake ? [] : offers;
  const warning = isBlank
    ? text("file.nothing-read")
    : others.length > 0
      ? text("file.shows-other", { list: others.map(({ label }) => label).join(", ") })
      : undefined;
  return (
    <div aria-live="polite">
      {warning ? (
        <p className={styles.doubt}>
          <Warning16Filled aria-hidden className={styles.doubtIcon} />
          {warning}
        </p>
      ) : null}
      {offered.length > 0 ? (
        <div className={styles.actions}>
          {offered.map(({ fact, value }) => (
            <Button key={fact.pointer} className={controls.button} onClick={() => onTake?.(fact.pointer, value)}>
              {text("file.take-read", { label: fact.label, value })}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
