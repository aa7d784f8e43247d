import { Button } from "@fluentui/react-components";
import { Warning16Filled } from "@fluentui/react-icons";
import { compareReading } from "#engine/vision/reading/compare-reading.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import { useFileStyles } from "./file-styles.ts";
import { isQuarantined, type Tile } from "./tile-state.ts";
import { useDocumentReading } from "./use-document-reading.ts";
import type { FileWidget } from "./use-upload.ts";

/**
 * The result of reading the document: differences from the form as a warning, and values for empty fields as buttons.
 */
export function ReadingResult({ widget, tile }: { widget: FileWidget; tile: Tile }) {
  const { documentFacts = [], onFillField, services, text } = widget;
  const styles = useFileStyles();
  const controls = useControlStyles();
  const fileUrl = tile.state === "COMPLETED" && !isQuarantined(tile.stored) ? tile.stored.fileUrl : undefined;
  const reading = useDocumentReading(documentFacts.length > 0 ? fileUrl : undefined, services);
  const { isBlank, differing, suggestions } = compareReading(reading, documentFacts);
  const offered = widget.disabled || widget.readOnly || !onFillField ? [] : suggestions;
  const warning = isBlank
    ? text("file.no-text-found")
    : differing.length > 0
      ? text("file.content-differs", { list: differing.map(({ label }) => label).join(", ") })
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
            <Button key={fact.pointer} className={controls.button} onClick={() => onFillField?.(fact.pointer, value)}>
              {text("file.use-read-value", { label: fact.label, value })}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
