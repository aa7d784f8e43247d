import { Checkbox, makeStyles, Text, tokens } from "@fluentui/react-components";
import { toOptionName } from "#widgets/option-name.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import { toSelected, toggle } from "./selection.ts";

const useStyles = makeStyles({
  group: { display: "flex", flexDirection: "column", margin: 0, padding: 0, border: "none", minWidth: 0 },
  legend: {
    padding: 0,
    marginBottom: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  choice: { boxSizing: "border-box", minHeight: "44px", paddingBlock: "4px", alignItems: "center" },
  box: { marginInlineStart: 0 },
  label: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, overflowWrap: "anywhere" },
  // Set on the text itself, because Fluent colours the label by the state of the box.
  words: { color: tokens.colorNeutralForeground1 },
  description: { display: "block", color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
});

/** A box for each option; each change commits. */
export default function CheckboxList({ id, labelText, value, onCommit, options, ...widget }: WidgetProps) {
  const styles = useStyles();
  const list = options && "list" in options ? options.list : [];
  const chosen = toSelected(value);
  const locked = widget.disabled || widget.readOnly;
  return (
    <fieldset className={styles.group} aria-describedby={widget.describedBy} aria-invalid={widget.invalid}>
      <legend className={styles.legend}>{labelText}</legend>
      {list.map((option, index) => (
        <Checkbox
          key={option.value}
          id={index === 0 ? id : `${id}-${index}`}
          className={styles.choice}
          size="large"
          indicator={{ className: styles.box }}
          checked={chosen.includes(option.value)}
          disabled={option.disabled || locked}
          aria-describedby={option.description ? `${id}-${index}-note` : undefined}
          label={{
            className: styles.label,
            children: (
              <>
                <span className={option.disabled || locked ? undefined : styles.words}>{toOptionName(option)}</span>
                {option.description ? (
                  <Text id={`${id}-${index}-note`} aria-hidden size={200} className={styles.description}>
                    {option.description}
                  </Text>
                ) : null}
              </>
            ),
          }}
          onChange={() => onCommit(toggle(list, value, option.value))}
        />
      ))}
    </fieldset>
  );
}
