import { Checkbox, makeStyles, tokens } from "@fluentui/react-components";
import type { WidgetProps } from "#widgets/widget.ts";

const useStyles = makeStyles({
  root: { boxSizing: "border-box", minHeight: "44px", paddingBlock: "4px" },
  // The box stands on the line that the fields begin at.
  box: { marginInlineStart: 0 },
  label: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  // On the words themselves: a rule of Fluent's for the box's state colours their label.
  words: { color: tokens.colorNeutralForeground1 },
});

/** One box; ticking it is a commit. A box that was never touched is undefined, one that was cleared is false. */
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
