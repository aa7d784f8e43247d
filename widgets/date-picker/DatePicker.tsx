import { useRef, useState } from "react";
import { Button, Input, makeStyles, mergeClasses } from "@fluentui/react-components";
import { Calendar24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { Popup } from "#widgets/Popup.tsx";
import type { WidgetProps } from "#widgets/widget.ts";
import { Calendar } from "./Calendar.tsx";
import { dateFormat, parseDate, toRange, toToday } from "./date-range.ts";

const useStyles = makeStyles({ button: { marginInlineEnd: "-8px" }, pointer: { cursor: "pointer" } });

/** Windows higher than this show tabs above the grid, in pixels (spec §5 Dates, D-57). */
const tabsAbove = 667;

/** A read-only box in dd-MM-yyyy and a button that opens the calendar; the box opens it too. */
export default function DatePicker(widget: WidgetProps) {
  const { id, label, value, text } = widget;
  const styles = useStyles();
  const controls = useControlStyles();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const locked = widget.disabled || widget.readOnly;
  const date = parseDate(value);
  const today = toToday(widget.services.now());

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const show = () => { if (!locked) setOpen(true); };
  return (
    <div
      ref={root}
      onBlur={(event) => {
        if (event.relatedTarget === null || root.current?.contains(event.relatedTarget)) return;
        setOpen(false);
        widget.onCommit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <Input
        className={controls.control}
        size="large"
        appearance={widget.readOnly ? "filled-darker" : "outline"}
        input={{ id, className: locked ? undefined : styles.pointer, dir: "ltr", onClick: show, onKeyDown: (event) => { if (opening.has(event.key)) { event.preventDefault(); show(); } } }}
        readOnly
        value={date?.toFormat(dateFormat) ?? (typeof value === "string" ? value : "")}
        placeholder={widget.placeholder || text("date.placeholder")}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        contentAfter={
          <Button
            ref={button}
            className={mergeClasses(controls.iconButton, styles.button)}
            appearance="transparent"
            icon={<Calendar24Regular />}
            aria-label={text("date.choose")}
            aria-description={label}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={locked}
            onClick={() => (open ? close() : show())}
          />
        }
      />
      {open ? (
        <Popup anchor={root} onDismiss={() => setOpen(false)} height={470} width={336}>
          <div role="dialog" aria-label={text("date.calendar")} style={{ display: "contents" }}>
            <Calendar
              selected={date}
              today={today}
              range={toRange(widget.dates, today)}
              locale={document.documentElement.lang || "en-IN"}
              tabs={window.innerHeight > tabsAbove}
              text={text}
              onPick={(picked) => { widget.onCommit(picked.toFormat(dateFormat)); close(); }}
              onClear={date && !widget.required ? () => { widget.onChange(undefined); widget.onCommit(); close(); } : undefined}
            />
          </div>
        </Popup>
      ) : null}
    </div>
  );
}

/** Keys that open the calendar from the box. */
const opening = new Set(["Enter", " ", "ArrowDown"]);
