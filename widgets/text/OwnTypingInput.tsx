import { useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useInputLook, type InputLook } from "#widgets/input-look.ts";
import { typedControls } from "#widgets/typed-controls.ts";

export interface OwnTypingInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "size" | "ref"
> {
  value: string;
  /** Another one whenever the host draws the widget: only then is `value` newer than what was typed. */
  drawn: object;
  /** As the library's input has it. */
  appearance: InputLook["appearance"];
  /** What stands in the control, behind the text. */
  contentAfter?: ReactNode;
  /** What stays of what was typed. */
  toKept(raw: string): string;
  onTyped(kept: string): void;
}

/**
 * The library's large input, which holds what is typed in itself: a key is told and draws nothing. A `value` that is another
 * one when the host draws next takes its place.
 */
export function OwnTypingInput({
  value,
  drawn,
  appearance,
  className,
  contentAfter,
  toKept,
  onTyped,
  ...props
}: OwnTypingInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(value);
  const told = useRef(value);
  const take = (composing: boolean) => {
    const control = input.current;
    if (!control) return;
    const kept = composing ? control.value : toKept(control.value);
    if (kept !== control.value) put(control, kept);
    if (kept === told.current) return;
    told.current = kept;
    onTyped(kept);
  };
  useLayoutEffect(() => {
    told.current = value;
    if (!input.current) return;
    if (input.current.value !== value) input.current.value = value;
    typedControls.set(input.current, take);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it takes by comes with what the host draws
  }, [value, drawn]);
  const look = useInputLook({ ...props, appearance, className, contentAfter });
  return (
    <span className={look.box}>
      <input
        {...props}
        ref={input}
        className={look.input}
        defaultValue={first}
        onChange={({ nativeEvent }) => take((nativeEvent as InputEvent).isComposing === true)}
        onCompositionEnd={() => take(false)}
      />
      {contentAfter ? <span className={look.after}>{contentAfter}</span> : null}
    </span>
  );
}

/** Other text in a control; the caret stays where it was among what stays, from the end. */
function put(control: HTMLInputElement, kept: string): void {
  const behind = control.selectionEnd === null ? 0 : control.value.length - control.selectionEnd;
  control.value = kept;
  if (control.selectionEnd === null) return;
  const at = Math.max(0, kept.length - behind);
  control.setSelectionRange(at, at);
}
