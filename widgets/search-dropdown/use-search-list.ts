import { useState, type KeyboardEvent } from "react";
import type { Option, WidgetProps } from "#widgets/widget.ts";
import { useChosenOption } from "./use-chosen-option.ts";
import { otherValue, useOptionPages } from "./use-option-pages.ts";

/** How far a key moves the active option. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** What is open, typed, active and chosen in the field's list, and what presses, keys and typing do to it. */
export function useSearchList(widget: WidgetProps, onManual: (typed: string | undefined) => void) {
  const { value, options, services, text } = widget;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(-1);
  const current = typeof value === "string" ? value : "";
  const chosen = useChosenOption(current, options, services);
  const pages = useOptionPages(options, services, open, typed ?? "", text("search.other"));
  const locked = widget.disabled || widget.readOnly;

  const show = () => setOpen(!locked);
  const hide = () => {
    setOpen(false);
    setActive(-1);
  };
  const close = () => {
    hide();
    if (typed === "" && current !== "") widget.onChange(undefined);
    if (current !== "" || typed === "") setTyped(undefined); // without a choice the typed words stay: nothing is lost
  };
  const pick = (option: Option) => {
    hide();
    setTyped(undefined);
    if (option.value === otherValue) return onManual(typed);
    chosen.remember(option);
    widget.onCommit(option.value);
  };
  const move = (step: number) => {
    if (!open) return show();
    const next = Math.max(0, Math.min(pages.list.length - 1, active + step));
    setActive(next);
    if (next >= pages.list.length - 2) pages.more();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined && !locked) {
      event.preventDefault();
      move(step);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      const option = pages.list[active];
      if (option && !option.disabled) pick(option);
    } else if (event.key === "Escape" && open) {
      event.stopPropagation();
      close();
    }
  };
  const type = (words: string) => {
    setTyped(words.replace(/^\s+/, ""));
    setActive(-1);
    show();
  };
  const enterByHand = () => {
    setOpen(false);
    onManual(typed);
  };
  return { open, typed, active, current, chosen, pages, locked, show, close, pick, type, onKeyDown, enterByHand };
}
