import { useEffect, useState, type KeyboardEvent } from "react";
import type { Option, OptionsSource, WidgetProps, WidgetServices } from "#widgets/widget.ts";
import { otherValue, useOptionPages } from "./use-option-pages.ts";

/** Steps of the active option by key. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The typed text, and the value at the time typing began. */
interface Search {
  readonly query: string;
  readonly valueBefore: string;
}

/** State of the list (open, typed, active, chosen), and its reactions to presses, keys and typing. */
export function useSearchList(widget: WidgetProps, onManual: (typed: string | undefined) => void) {
  const { value, options, services, text } = widget;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState<Search>();
  const [active, setActive] = useState(-1);
  const current = typeof value === "string" ? value : "";
  // A value from outside replaces the typed text.
  if (search && current !== "" && current !== search.valueBefore) setSearch(undefined);
  const typed = search?.query;
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
    if (current !== "" || typed === "") setSearch(undefined); // without a choice the typed text stays
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
  const type = (query: string) => {
    setSearch({ query: query.replace(/^\s+/, ""), valueBefore: search?.valueBefore ?? current });
    setActive(-1);
    show();
  };
  const enterManually = () => {
    setOpen(false);
    onManual(typed);
  };
  return { open, typed, active, current, chosen, pages, locked, show, close, pick, type, onKeyDown, enterManually };
}

/** The name of the present value: of its option, or the value itself when it was typed. */
function useChosenOption(value: string, source: OptionsSource | undefined, services: WidgetServices) {
  const [loaded, setLoaded] = useState<Option>();
  const fixed = source && "list" in source ? source.list.find((option) => option.value === value) : undefined;
  const unknown = value !== "" && !fixed && loaded?.value !== value;
  useEffect(() => {
    if (!unknown || !source || !services.findOption) return;
    const controller = new AbortController();
    services.findOption(source.id, value, controller.signal).then(
      (option) => {
        if (!controller.signal.aborted && option) setLoaded(option);
      },
      () => undefined, // the value itself shows
    );
    return () => controller.abort();
  }, [unknown, value, source, services]);
  const option = fixed ?? (loaded?.value === value ? loaded : undefined);
  return { name: option?.name ?? value, remember: setLoaded };
}
