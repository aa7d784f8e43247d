import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { Button, Input, makeStyles, tokens } from "@fluentui/react-components";
import { ChevronDown20Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { Popup } from "#widgets/Popup.tsx";
import type { Option, WidgetProps } from "#widgets/widget.ts";
import { OptionList } from "./OptionList.tsx";
import { useChosenOption } from "./use-chosen-option.ts";
import { otherValue, useOptionPages } from "./use-option-pages.ts";

const useStyles = makeStyles({
  offer: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: tokens.spacingHorizontalS,
    paddingInline: tokens.spacingHorizontalM,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
  },
  chevron: { color: tokens.colorNeutralForeground3 },
});

/** The field and its list: opens on press, typing or an arrow key; Enter picks, Escape closes. */
export function SearchField({ widget, offer, onManual }: { widget: WidgetProps<{ autoComplete?: string }>; offer?: { question: string; enter: string }; onManual(typed: string | undefined): void }) {
  const { id, value, options, services, text } = widget;
  const [styles, controls] = [useStyles(), useControlStyles()];
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(-1);
  const current = typeof value === "string" ? value : "";
  const chosen = useChosenOption(current, options, services);
  const pages = useOptionPages(options, services, open, typed ?? "", text("search.other"));
  const locked = widget.disabled || widget.readOnly;

  const show = () => setOpen(!locked);
  const hide = () => { setOpen(false); setActive(-1); };
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
  const leave = (event: FocusEvent) => {
    if (root.current?.contains(event.relatedTarget)) return;
    close();
    widget.onCommit();
  };
  const note = pages.loading ? text("search.loading") : pages.list.length === 0 ? text("search.none") : undefined;
  return (
    <div ref={root} onBlur={leave}>
      <Input
        className={controls.control}
        size="large"
        appearance={widget.readOnly ? "filled-darker" : "outline"}
        input={{ id, ref: input, autoComplete: widget.props.autoComplete ?? "off", spellCheck: false, ...toComboboxRole(id, open, active) }}
        value={typed ?? chosen.name}
        placeholder={widget.placeholder || text("search.placeholder")}
        readOnly={widget.readOnly}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        contentAfter={widget.readOnly ? undefined : <ChevronDown20Regular aria-hidden className={styles.chevron} />}
        onClick={(event) => { if (!locked && event.target === input.current && !open) { show(); input.current?.select(); } }}
        onChange={(_, data) => { setTyped(data.value.replace(/^\s+/, "")); setActive(-1); show(); }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <Popup anchor={root} onDismiss={close} height={360}>
          <OptionList id={`${id}-list`} name={text("search.options")} list={pages.list} total={pages.total} chosen={current} active={active} note={note} onPick={pick} onEnd={pages.more} />
          {offer ? <Offer {...offer} onManual={() => { setOpen(false); onManual(typed); }} /> : null}
        </Popup>
      )}
    </div>
  );
}

function toComboboxRole(id: string, open: boolean, active: number) {
  return {
    role: "combobox", "aria-expanded": open, "aria-controls": `${id}-list`, "aria-autocomplete": "list", "aria-haspopup": "listbox",
    "aria-activedescendant": open && active >= 0 ? `${id}-list-${active}` : undefined,
  } as const;
}

/** 'Unable to find …?' under the list, and the way out. */
function Offer({ question, enter, onManual }: { question: string; enter: string; onManual(): void }) {
  const styles = useStyles();
  const controls = useControlStyles();
  return (
    <div className={styles.offer}>
      <span>{question}</span>
      <Button appearance="transparent" className={controls.link} onClick={onManual}>{enter}</Button>
    </div>
  );
}

/** How far a key moves the active option. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
