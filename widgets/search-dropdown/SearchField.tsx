import { useRef, type FocusEvent } from "react";
import { Button, Input, makeStyles, tokens } from "@fluentui/react-components";
import { ChevronDown20Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { Popup } from "#widgets/Popup.tsx";
import type { WidgetProps } from "#widgets/widget.ts";
import { OptionList } from "./OptionList.tsx";
import { useSearchList } from "./use-search-list.ts";

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

/** The search field and its list. Pressing, typing or an arrow key opens it, Enter picks, Escape closes. */
export function SearchField({
  widget,
  offer,
  onManual,
}: {
  widget: WidgetProps<{ autoComplete?: string }>;
  offer?: { question: string; enter: string };
  onManual(typed: string | undefined): void;
}) {
  const { id, text } = widget;
  const [styles, controls] = [useStyles(), useControlStyles()];
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { open, typed, active, current, chosen, pages, locked, ...list } = useSearchList(widget, onManual);

  const leave = (event: FocusEvent) => {
    if (root.current?.contains(event.relatedTarget)) return;
    list.close();
    widget.onCommit();
  };
  const note = pages.loading ? text("search.loading") : pages.list.length === 0 ? text("search.none") : undefined;
  return (
    <div ref={root} onBlur={leave}>
      <Input
        className={controls.control}
        size="large"
        appearance={widget.readOnly ? "filled-darker" : "outline"}
        input={{
          id,
          ref: input,
          autoComplete: widget.props.autoComplete ?? "off",
          spellCheck: false,
          ...toComboboxRole(id, open, active),
        }}
        value={typed ?? chosen.name}
        placeholder={widget.placeholder || text("search.placeholder")}
        readOnly={widget.readOnly}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        contentAfter={widget.readOnly ? undefined : <ChevronDown20Regular aria-hidden className={styles.chevron} />}
        onClick={(event) => {
          if (!locked && event.target === input.current && !open) {
            list.show();
            input.current?.select();
          }
        }}
        onChange={(_, data) => list.type(data.value)}
        onKeyDown={list.onKeyDown}
      />
      {open && (
        <Popup anchor={root} onDismiss={list.close} height={360}>
          <OptionList
            id={`${id}-list`}
            name={text("search.options")}
            list={pages.list}
            total={pages.total}
            chosen={current}
            active={active}
            note={note}
            onPick={list.pick}
            onEnd={pages.more}
          />
          {offer ? <Offer {...offer} onManual={list.enterManually} /> : null}
        </Popup>
      )}
    </div>
  );
}

function toComboboxRole(id: string, open: boolean, active: number) {
  return {
    role: "combobox",
    "aria-expanded": open,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-activedescendant": open && active >= 0 ? `${id}-list-${active}` : undefined,
  } as const;
}

/** 'Unable to find …?' below the list, with the button for manual entry. */
function Offer({ question, enter, onManual }: { question: string; enter: string; onManual(): void }) {
  const styles = useStyles();
  const controls = useControlStyles();
  return (
    <div className={styles.offer}>
      <span>{question}</span>
      <Button appearance="transparent" className={controls.link} onClick={onManual}>
        {enter}
      </Button>
    </div>
  );
}
