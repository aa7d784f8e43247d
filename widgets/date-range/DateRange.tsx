import { Checkbox, makeStyles, tokens } from "@fluentui/react-components";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { DatePicker } from "#widgets/calendar/DatePicker.tsx";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { changeRange, readRange, type RangeValue } from "./range-value.ts";

const useStyles = makeStyles({
  group: { margin: 0, padding: 0, border: 0, minWidth: 0 },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalS, fontWeight: tokens.fontWeightSemibold },
  // Side by side where both boxes show a whole date, else below each other.
  ends: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(200px, 100%), 1fr))",
    gap: tokens.spacingHorizontalM,
  },
  label: { display: "block", marginBottom: tokens.spacingVerticalXS },
  ongoing: { boxSizing: "border-box", minHeight: "44px", paddingBlock: "4px" },
  ongoingLabel: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  // Set on the text itself, because Fluent colours the label by the state of the box.
  words: { color: tokens.colorNeutralForeground1 },
  box: { marginInlineStart: 0 },
});

/** Two dates; the second cannot be before the first, and is absent from what is still ongoing. */
export default function DateRange(widget: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const { id, label, value, dates, onChange, onCommit, text } = widget;
  const controls = useControlStyles();
  const styles = useStyles();
  const range = readRange(value);
  const drawEnd = (end: "from" | "to", endId: string) => (
    <div key={end}>
      <label htmlFor={endId} className={styles.label}>
        <span className={controls.hidden}>{`${label}: `}</span>
        {text(end === "from" ? "range.from" : "range.to")}
      </label>
      <DatePicker
        {...widget}
        props={{}}
        id={endId}
        label={`${label}: ${text(end === "from" ? "range.from" : "range.to")}`}
        value={range[end]}
        disabled={widget.disabled}
        dates={end === "to" && range.from ? { ...dates, min: range.from } : dates}
        onChange={(next) => onChange(changeRange(value, { [end]: next }))}
        onCommit={(...next: [unknown?]) =>
          next.length > 0 ? onCommit(changeRange(value, { [end]: next[0] })) : onCommit()
        }
      />
    </div>
  );
  return (
    <fieldset className={styles.group} aria-describedby={widget.describedBy}>
      <legend className={styles.legend}>{widget.labelText}</legend>
      <div className={styles.ends}>
        {drawEnd("from", id)}
        {range.ongoing ? null : drawEnd("to", `${id}-to`)}
      </div>
      {widget.props.ongoing ? (
        <Ongoing widget={widget} range={range} onTick={(ticked) => onCommit(changeRange(value, { ongoing: ticked }))} />
      ) : null}
    </fieldset>
  );
}

interface OngoingProps {
  widget: Pick<WidgetProps, "id" | "disabled" | "readOnly" | "text">;
  range: RangeValue;
  onTick(ticked: boolean): void;
}

function Ongoing({ widget, range, onTick }: OngoingProps) {
  const styles = useStyles();
  const isLocked = widget.disabled || widget.readOnly;
  return (
    <Checkbox
      id={`${widget.id}-ongoing`}
      className={styles.ongoing}
      size="large"
      indicator={{ className: styles.box }}
      checked={range.ongoing === true}
      disabled={isLocked}
      label={{
        className: styles.ongoingLabel,
        children: <span className={isLocked ? undefined : styles.words}>{widget.text("range.ongoing")}</span>,
      }}
      onChange={(_, data) => onTick(data.checked === true)}
    />
  );
}
