import type { Ref } from "react";
import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { Calendar24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { useInputClasses } from "#widgets/input-classes.ts";
import type { WidgetProps } from "#widgets/widget.ts";

const useStyles = makeStyles({ button: { marginInlineEnd: "-8px" }, pointer: { cursor: "pointer" } });

/** Keys that open the calendar from the box. */
const opening = new Set(["Enter", " ", "ArrowDown"]);

export interface DateBoxProps {
  widget: WidgetProps;
  /** The date as dd-MM-yyyy, or the raw value. */
  shown: string;
  open: boolean;
  button: Ref<HTMLButtonElement>;
  onOpen(): void;
  onToggle(): void;
}

/** The read-only box with the calendar button. A press or an opening key on the box opens the calendar too. */
export function DateBox({ widget, shown, open, button, onOpen, onToggle }: DateBoxProps) {
  const styles = useStyles();
  const controls = useControlStyles();
  const locked = widget.disabled || widget.readOnly;
  const after = (
    <Button
      ref={button}
      className={mergeClasses(controls.iconButton, styles.button)}
      appearance="transparent"
      icon={<Calendar24Regular />}
      aria-label={widget.text("date.choose")}
      aria-description={widget.label}
      aria-haspopup="dialog"
      aria-expanded={open}
      disabled={locked}
      onClick={onToggle}
    />
  );
  const classes = useInputClasses({
    appearance: widget.readOnly ? "filled-darker" : "outline",
    className: controls.control,
    inputClassName: locked ? undefined : styles.pointer,
    disabled: widget.disabled,
    "aria-invalid": widget.invalid,
    contentAfter: after,
  });
  return (
    <span className={classes.box}>
      <input
        id={widget.id}
        type="text"
        className={classes.input}
        dir="ltr"
        onClick={onOpen}
        onKeyDown={(event) => {
          if (opening.has(event.key)) {
            event.preventDefault();
            onOpen();
          }
        }}
        readOnly
        value={shown}
        placeholder={widget.placeholder || widget.text("date.placeholder")}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
      />
      <span className={classes.after}>{after}</span>
    </span>
  );
}
