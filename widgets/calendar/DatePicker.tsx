import { useRef, useState } from "react";
import { Popup } from "#widgets/Popup.tsx";
import type { WidgetProps } from "#widgets/widget.ts";
import { Calendar } from "./Calendar.tsx";
import { DateBox } from "./DateBox.tsx";
import { parseDate, toDateText, toRange, toToday } from "./date-bounds.ts";

/** Minimum window height in pixels for tabs above the grid. */
const tabsAbove = 667;

/** A read-only dd-MM-yyyy box and a button, both of which open a calendar. */
export function DatePicker(widget: WidgetProps) {
  const { value, text } = widget;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const locked = widget.disabled || widget.readOnly;
  const date = parseDate(value);
  // Reading the time zone of the platform costs a large form 20 ms, so it waits for the first opening.
  const today = open ? toToday(widget.services.now()) : undefined;

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const show = () => {
    if (!locked) setOpen(true);
  };
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
      <DateBox
        widget={widget}
        shown={date ? toDateText(date) : typeof value === "string" ? value : ""}
        open={open}
        button={button}
        onOpen={show}
        onToggle={() => (open ? close() : show())}
      />
      {today ? (
        <Popup anchor={root} onDismiss={() => setOpen(false)} height={470} width={336}>
          <div role="dialog" aria-label={text("date.calendar")} style={{ display: "contents" }}>
            <Calendar
              selected={date}
              today={today}
              range={toRange(widget.dates, today)}
              locale={document.documentElement.lang || "en-IN"}
              tabs={window.innerHeight > tabsAbove}
              text={text}
              onPick={(picked) => {
                widget.onCommit(toDateText(picked));
                close();
              }}
              onClear={
                date && !widget.required
                  ? () => {
                      widget.onChange(undefined);
                      widget.onCommit();
                      close();
                    }
                  : undefined
              }
            />
          </div>
        </Popup>
      ) : null}
    </div>
  );
}
