import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { makeStyles, mergeClasses, Textarea, tokens } from "@fluentui/react-components";
import { toPlainLines } from "#engine/core/base/text-input.ts";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { toCounter } from "./counter.ts";

const useStyles = makeStyles({
  box: { width: "100%", fontSize: tokens.fontSizeBase400 },
  // The text decides on the height, so nothing scrolls inside the box.
  text: {
    maxHeight: "none",
    overflowY: "hidden",
    resize: "none",
    paddingBlock: tokens.spacingVerticalS,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  counter: { margin: 0, marginTop: tokens.spacingVerticalXS, color: tokens.colorNeutralForeground2 },
  over: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** A box that grows with its text. More than the maximum can be typed, so that a pasted text is not cut. */
export default function TextArea(widget: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const { id, value, onChange, onCommit, props, text } = widget;
  const { hidden } = useControlStyles();
  const styles = useStyles();
  const area = useRef<HTMLTextAreaElement>(null);
  const current = typeof value === "string" ? value : "";
  const counter = toCounter(current, props.maxLength, text);
  const spoken = useQuiet(counter?.words ?? "");
  useGrowth(area, current);
  return (
    <div>
      <Textarea
        className={styles.box}
        appearance={widget.readOnly ? "filled-darker" : "outline"}
        textarea={{ className: styles.text }}
        ref={area}
        id={id}
        size="large"
        rows={props.rows ?? 3}
        autoComplete="off"
        autoCapitalize={props.autoCapitalize}
        dir="auto"
        value={current}
        placeholder={widget.placeholder}
        readOnly={widget.readOnly}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={[counter && `${id}-counter`, widget.describedBy].filter(Boolean).join(" ") || undefined}
        onChange={(_, { value: typed }) => onChange(typed === "" ? undefined : typed)}
        onBlur={() => onCommit(toPlainLines(current) || undefined)}
      />
      {counter ? (
        <p id={`${id}-counter`} className={mergeClasses(styles.counter, counter.isOver && styles.over)}>
          {counter.words}
        </p>
      ) : null}
      {counter ? (
        <span className={hidden} role="status">
          {spoken}
        </span>
      ) : null}
    </div>
  );
}

/** As high as the text; empty it has the height of its rows. */
function useGrowth(area: RefObject<HTMLTextAreaElement | null>, current: string): void {
  useLayoutEffect(() => {
    const control = area.current;
    if (!control) return undefined;
    const grow = () => {
      control.style.height = "auto";
      const height = control.scrollHeight;
      control.style.height = current !== "" && height > 0 ? `${height}px` : "";
    };
    grow();
    // A turned phone wraps the text differently.
    window.addEventListener("resize", grow);
    return () => window.removeEventListener("resize", grow);
  }, [area, current]);
}

/** Milliseconds without a key before a screen reader hears the counter. */
const quietMs = 1_000;

/** The words once they have not changed for a while; nothing until the first change. */
function useQuiet(words: string): string {
  const [spoken, setSpoken] = useState("");
  const first = useRef(words);
  useEffect(() => {
    if (words === first.current) return undefined;
    const timer = setTimeout(() => setSpoken(words), quietMs);
    return () => clearTimeout(timer);
  }, [words]);
  return spoken;
}
