import { useState, type KeyboardEvent } from "react";
import type { Option, WidgetProps } from "#widgets/widget.ts";
import { useChosenOption } from "./use-chosen-option.ts";
import { otherValue, useOptionPages } from "./use-option-pages.ts";

/** How far a key moves the active option. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Words that are looked for, and the value that stood when the first of them was typed. */
interface Search {
  readonly words: string;
  readonly over: string;
}

/** What is open, typed, active and chosen in the field's list, and what presses, keys and typing do to it. */
export function useSearchList(widget: WidgetProps, onManual: (typed: string | undefined) => void) {
  const { value, options, services, text } = widget;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState<Search>();
  const [active, setActive] = useState(-1);
  const current = typeof value === "string" ? value : "";
  // A value that came from elsewhere is what stands in the field now, not the words.
  if (search && current !== "" && current !== search.over) setSearch(undefined);
  const typed = search?.words;
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
    if (current !== "" || typed === "") setSearch(undefined); // without a choice the typed words stay: nothing is lost
  };
  const pick = (option: Option) => {
    hide();
    setSearch(undefined);
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
    setSearch({ words: words.replace(/^\s+/, ""), over: search?.over ?? current });
    setActive(-1);
    show();
  };
  const enterByHand = () => {
    setOpen(false);
    onManual(typed);
  };
  return { open, typed, active, current, chosen, pages, locked, show, close, pick, type, onKeyDown, enterByHand };
}
