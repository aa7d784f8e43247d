import { useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useInputClasses, type InputAppearance } from "#widgets/input-classes.ts";
import { uncontrolledInputs } from "#widgets/uncontrolled-inputs.ts";

export interface UncontrolledInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "size" | "ref"
> {
  value: string;
  /** A new object at each render by the host: only then `value` is newer than the typed text. */
  renderToken: object;
  appearance: InputAppearance["appearance"];
  /** Content before and after the text. */
  contentBefore?: ReactNode;
  contentAfter?: ReactNode;
  /** The text to keep, from the present one and the one before it. */
  sanitize(raw: string, previous: string): string;
  onTyped(text: string): void;
}

/**
 * Styled like Fluent's large input, but uncontrolled: a key calls `onTyped` and renders nothing. A different `value` at
 * the next render by the host replaces the text.
 */
export function UncontrolledInput({
  value,
  renderToken,
  appearance,
  className,
  contentBefore,
  contentAfter,
  sanitize,
  onTyped,
  ...props
}: UncontrolledInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(value);
  const reported = useRef(value);
  const readText = (composing: boolean) => {
    const control = input.current;
    if (!control) return;
    const text = composing ? control.value : sanitize(control.value, reported.current);
    if (text !== control.value) setText(control, text);
    if (text === reported.current) return;
    reported.current = text;
    onTyped(text);
  };
  useLayoutEffect(() => {
    reported.current = value;
    if (!input.current) return;
    if (input.current.value !== value) input.current.value = value;
    uncontrolledInputs.set(input.current, readText);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it takes by comes with what the host draws
  }, [value, renderToken]);
  const classes = useInputClasses({ ...props, appearance, className, contentBefore, contentAfter });
  return (
    <span className={classes.box}>
      {contentBefore ? <span className={classes.before}>{contentBefore}</span> : null}
      <input
        {...props}
        ref={input}
        className={classes.input}
        defaultValue={first}
        onChange={({ nativeEvent }) => readText((nativeEvent as InputEvent).isComposing === true)}
        onCompositionEnd={() => readText(false)}
      />
      {contentAfter ? <span className={classes.after}>{contentAfter}</span> : null}
    </span>
  );
}

/** Replaces the text and keeps the caret's distance from the end. */
function setText(control: HTMLInputElement, text: string): void {
  const behind = control.selectionEnd === null ? 0 : control.value.length - control.selectionEnd;
  control.value = text;
  if (control.selectionEnd === null) return;
  const at = Math.max(0, text.length - behind);
  control.setSelectionRange(at, at);
}
