import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { FieldView } from "./field-view.ts";

const useStyles = makeStyles({
  hidden: {
    position: "absolute",
    width: "1px",
    height: "1px",
    margin: "-1px",
    padding: 0,
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
    border: 0,
  },
  // Drawn, not written: the label's text stays the field's name.
  mark: {
    marginInlineStart: tokens.spacingHorizontalXXS,
    color: tokens.colorPaletteRedForeground1,
    "::after": { content: '"*"' },
  },
});

/**
 * What stands as a field's label, whoever draws it: an optional one says so, what must be filled in carries the red
 * mark. Assistive technology hears `required` of the control instead. `hidden` leaves the name to it alone.
 */
export function FieldLabel({ view, hidden = false }: { view: FieldView; hidden?: boolean }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(hidden && styles.hidden)}>
      {view.labelText}
      {view.required && !view.readOnly && <span className={styles.mark} aria-hidden="true" />}
    </span>
  );
}
