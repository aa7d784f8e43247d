import { useInputStyles_unstable as useInputStyles } from "@fluentui/react-components";

type Styled = Parameters<typeof useInputStyles>[0];

export interface InputAppearance {
  appearance: Styled["appearance"];
  /** Class of the box around the control. */
  className?: string | undefined;
  inputClassName?: string | undefined;
  disabled?: boolean | undefined;
  "aria-invalid"?: Styled["input"]["aria-invalid"];
  /** Content before and after the text. */
  contentBefore?: unknown;
  contentAfter?: unknown;
}

/**
 * The classes of Fluent's large input for its box, control and trailing content. The other hooks of Fluent's Input are
 * not needed and would slow a form of 500 fields.
 */
export function useInputClasses({
  appearance,
  className,
  inputClassName,
  disabled,
  "aria-invalid": invalid,
  contentBefore,
  contentAfter,
}: InputAppearance): Record<"box" | "input" | "before" | "after", string | undefined> {
  const {
    root,
    input,
    contentBefore: before,
    contentAfter: after,
  } = useInputStyles({
    size: "large",
    appearance,
    root: { className },
    input: { disabled, "aria-invalid": invalid, className: inputClassName },
    contentBefore: contentBefore ? {} : undefined,
    contentAfter: contentAfter ? {} : undefined,
  } as Styled);
  return { box: root.className, input: input.className, before: before?.className, after: after?.className };
}
