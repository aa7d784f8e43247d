import { Checkbox, makeStyles, tokens } from "@fluentui/react-components";
import type { WidgetProps } from "#widgets/widget.ts";

const useStyles = makeStyles({
  root: { boxSizing: "border-box", minHeight: "44px", paddingBlock: "4px" },
  // Aligns the box with the other fields.
  box: { marginInlineStart: 0 },
  label: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  // Set on the text itself, because Fluent colours the label by the state of the box.
  words: { color: tokens.colorNeutralForeground1 },
});

/** One box; each change commits. An untouched box is undefined, a cleared one false. */
export default function CheckboxInput({ id, labelText, value, onCommit, ...widget }: WidgetProps) {
  const styles = useStyles();
  return (
    <Checkbox
      id={id}
      className={styles.root}
      size="large"
      indicator={{ className: styles.box }}
      checked={value === true}
      disabled={widget.disabled || widget.readOnly}
      aria-required={widget.required}
      aria-invalid={widget.invalid}
      aria-describedby={widget.describedBy}
      label={{
        children: <span className={widget.disabled || widget.readOnly ? undefined : styles.words}>{labelText}</span>,
        className: styles.label,
      }}
      onChange={(_, data) => onCommit(data.checked === true)}
    />
  );
}
