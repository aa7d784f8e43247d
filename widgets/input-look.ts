import { useInputStyles_unstable as useInputStyles } from "@fluentui/react-components";

type Styled = Parameters<typeof useInputStyles>[0];

export interface InputLook {
  appearance: Styled["appearance"];
  /** Of the box around the control. */
  className?: string | undefined;
  inputClassName?: string | undefined;
  disabled?: boolean | undefined;
  "aria-invalid"?: Styled["input"]["aria-invalid"];
  /** Something stands behind the text. */
  contentAfter?: unknown;
}

/**
 * The classes of the library's large input, for who draws its elements: the box, the control, and what stands behind the
 * text. Of what else the library's hooks make of an input nothing is needed, and a form of 500 fields would wait for it.
 */
export function useInputLook({
  appearance,
  className,
  inputClassName,
  disabled,
  "aria-invalid": invalid,
  contentAfter,
}: InputLook): { box: string | undefined; input: string | undefined; after: string | undefined } {
  const {
    root,
    input,
    contentAfter: after,
  } = useInputStyles({
    size: "large",
    appearance,
    root: { className },
    input: { disabled, "aria-invalid": invalid, className: inputClassName },
    contentAfter: contentAfter ? {} : undefined,
  } as Styled);
  return { box: root.className, input: input.className, after: after?.className };
}
