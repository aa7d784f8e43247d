import { makeStyles, mergeClasses, Radio, RadioGroup, Text, tokens } from "@fluentui/react-components";
import { toOptionName } from "#widgets/option-name.ts";
import type { WidgetProps } from "#widgets/widget.ts";

const useStyles = makeStyles({
  group: { display: "flex", flexDirection: "column", alignItems: "stretch", rowGap: tokens.spacingVerticalS },
  label: { display: "block", marginBottom: tokens.spacingVerticalS, fontWeight: tokens.fontWeightSemibold },
  choice: {
    display: "flex",
    minHeight: "48px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    alignItems: "center",
  },
  chosen: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  radio: { flexGrow: 1, alignItems: "center" },
  text: { flexGrow: 1, paddingBlock: tokens.spacingVerticalM, fontSize: tokens.fontSizeBase400 },
  // Set on the text itself, because Fluent colours the label by the state of the radio button.
  words: { color: tokens.colorNeutralForeground1 },
  // The picture is beside the text, so that all choices align.
  line: { display: "flex", alignItems: "center", columnGap: tokens.spacingHorizontalM },
  image: { width: "36px", height: "36px", flexShrink: 0, objectFit: "contain", borderRadius: "8px" },
  description: { display: "block", color: tokens.colorNeutralForeground2 },
});

/** Cards with a radio button each; the arrow keys move the choice. */
export function ChoiceCards({ id, labelText, value, onCommit, options, ...widget }: WidgetProps) {
  const styles = useStyles();
  const list = options && "list" in options ? options.list : [];
  return (
    <div>
      <span id={`${id}-legend`} className={styles.label}>
        {labelText}
      </span>
      <RadioGroup
        className={styles.group}
        aria-labelledby={`${id}-legend`}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        value={typeof value === "string" ? value : ""}
        disabled={widget.disabled || widget.readOnly}
        onChange={(_, data) => onCommit(data.value)}
      >
        {list.map((option, index) => (
          <div key={option.value} className={mergeClasses(styles.choice, option.value === value && styles.chosen)}>
            <Radio
              className={styles.radio}
              id={index === 0 ? id : `${id}-${index}`}
              value={option.value}
              disabled={option.disabled || widget.disabled || widget.readOnly}
              aria-describedby={option.description ? `${id}-${index}-note` : undefined}
              label={{
                className: styles.text,
                children: (
                  <span className={styles.line}>
                    {option.image ? <img className={styles.image} src={option.image} alt="" /> : null}
                    <span>
                      <span
                        className={option.disabled || widget.disabled || widget.readOnly ? undefined : styles.words}
                      >
                        {toOptionName(option)}
                      </span>
                      {option.description ? (
                        <Text id={`${id}-${index}-note`} aria-hidden size={200} className={styles.description}>
                          {option.description}
                        </Text>
                      ) : null}
                    </span>
                  </span>
                ),
              }}
            />
          </div>
        ))}
      </RadioGroup>
    </div>
  );
}
