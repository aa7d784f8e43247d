import { useLayoutEffect, useRef, useState } from "react";
import {
  renderInput_unstable as renderInput,
  useInput_unstable as useInput,
  useInputStyles_unstable as useInputStyles,
  type InputProps,
} from "@fluentui/react-components";

export interface OwnTypingInputProps extends Omit<InputProps, "value" | "defaultValue" | "onChange"> {
  value: string;
  /** Another one whenever the host draws the widget: only then is `value` newer than what was typed. */
  drawn: object;
  /** What stays of what was typed. */
  toKept(raw: string): string;
  onTyped(kept: string): void;
}

/**
 * The library's input, which holds what is typed in itself: a key is told and draws nothing. A `value` that is another one
 * when the host draws next takes its place.
 */
export function OwnTypingInput({ value, drawn, toKept, onTyped, ...props }: OwnTypingInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(value);
  const told = useRef(value);
  const state = useInput(props, input);
  useLayoutEffect(() => {
    told.current = value;
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value, drawn]);
  const take = (control: HTMLInputElement, composing: boolean) => {
    const kept = composing ? control.value : toKept(control.value);
    if (kept !== control.value) put(control, kept);
    if (kept === told.current) return;
    told.current = kept;
    onTyped(kept);
  };
  const own = {
    ...state,
    input: {
      ...state.input,
      value: undefined,
      defaultValue: first,
      onChange: ({ currentTarget, nativeEvent }: React.ChangeEvent<HTMLInputElement>) =>
        take(currentTarget, (nativeEvent as InputEvent).isComposing === true),
      onCompositionEnd: ({ currentTarget }: React.CompositionEvent<HTMLInputElement>) => take(currentTarget, false),
    },
  };
  useInputStyles(own);
  return renderInput(own);
}

/** Other text in a control; the caret stays where it was among what stays, from the end. */
function put(control: HTMLInputElement, kept: string): void {
  const behind = control.selectionEnd === null ? 0 : control.value.length - control.selectionEnd;
  control.value = kept;
  if (control.selectionEnd === null) return;
  const at = Math.max(0, kept.length - behind);
  control.setSelectionRange(at, at);
}
