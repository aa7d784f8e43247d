import { useRef, type KeyboardEvent } from "react";
import { makeStyles, tokens } from "@fluentui/react-components";
import { getNumberSigns } from "#engine/core/rules/number-text.ts";
import { useControlStyles } from "./control-styles.ts";
import { readTypedNumber, toTypedNumber } from "./number-typing.ts";
import { UncontrolledInput } from "./UncontrolledInput.tsx";
import type { WidgetProps } from "./widget.ts";

const useStyles = makeStyles({
  sign: { color: tokens.colorNeutralForeground2, whiteSpace: "nowrap" },
});

interface NumberBoxProps {
  widget: WidgetProps<{ autoComplete?: string }>;
  /** The value as the box shows it, unless the candidate types. */
  shown: string;
  /** Signs around the number: a currency, a unit. */
  before?: string | undefined;
  after?: string | undefined;
  toValue(typed: number): number;
}

/** The language of the page, whose signs a number has. */
export const getPageLocale = (): string => document.documentElement.lang || "en";

/** One number, grouped while it is typed. What is no number stays as text, and validation refuses it. */
export function NumberBox({ widget, shown, before, after, toValue }: NumberBoxProps) {
  const { id, value, onChange, onCommit, props, bounds = {} } = widget;
  const styles = useStyles();
  const controls = useControlStyles();
  const locale = getPageLocale();
  const toOwn = (text: string) => {
    const typed = readTypedNumber(text, locale);
    return typeof typed === "number" ? toValue(typed) : typed;
  };
  // "12." and "12.50" have the value of other texts; what is typed stays until the box is left.
  const typed = useRef<string>(undefined);
  const text = typed.current !== undefined && Object.is(toOwn(typed.current), value) ? typed.current : shown;
  const signs = [before && `${id}-before`, after && `${id}-after`, widget.describedBy];
  return (
    <UncontrolledInput
      id={id}
      className={controls.control}
      dir="ltr"
      style={numberStyle}
      appearance={widget.readOnly ? "filled-darker" : "outline"}
      inputMode={toInputMode(bounds)}
      autoComplete={props.autoComplete ?? "off"}
      value={text}
      renderToken={widget}
      sanitize={(raw, previous) => toTypedNumber(raw, locale, previous)}
      onTyped={(next) => {
        typed.current = next;
        onChange(toOwn(next));
      }}
      placeholder={widget.placeholder}
      readOnly={widget.readOnly}
      disabled={widget.disabled}
      aria-required={widget.required}
      aria-invalid={widget.invalid}
      aria-describedby={signs.filter(Boolean).join(" ") || undefined}
      onKeyDown={(event) => skipGroup(event, getNumberSigns(locale).group)}
      onBlur={() => {
        typed.current = undefined;
        onCommit();
      }}
      contentBefore={before && <Sign id={`${id}-before`} className={styles.sign} text={before} />}
      contentAfter={after && <Sign id={`${id}-after`} className={styles.sign} text={after} />}
    />
  );
}

const numberStyle = { fontVariantNumeric: "tabular-nums" } as const;

const Sign = ({ text, ...props }: { id: string; className: string; text: string }) => <span {...props}>{text}</span>;

/** The keyboard of a phone. Some keyboards of numbers have no minus, so a negative bound needs the whole keyboard. */
function toInputMode({ isWhole, minimum }: NonNullable<WidgetProps["bounds"]>): "numeric" | "decimal" | "text" {
  if (minimum !== undefined && minimum < 0) return "text";
  return isWhole ? "numeric" : "decimal";
}

/** Delete before a group sign deletes the digit behind it. */
function skipGroup({ key, currentTarget }: KeyboardEvent<HTMLInputElement>, group: string): void {
  const { selectionStart: at, selectionEnd, value } = currentTarget;
  if (key !== "Delete" || at === null || at !== selectionEnd || value[at] !== group) return;
  currentTarget.setSelectionRange(at + 1, at + 1);
}
