import { useEffect, useRef, useState } from "react";
import { Button, Input } from "@fluentui/react-components";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { SearchField } from "./SearchField.tsx";

/** A searched list, and a text box for values that the list lacks. */
export default function SearchDropdown(widget: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const { id, value, label, options, text } = widget;
  const controls = useControlStyles();
  const [manual, setManual] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const listed = useRef<unknown>(undefined);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    box.current?.querySelector("input")?.focus();
  }, [manual]);

  const texts = options && "manual" in options ? options.manual : undefined;
  const offer = texts && {
    question: texts.offer ?? text("search.not-found", { label }),
    enter: texts.enter ?? text("search.enter-manually"),
  };
  const enterManually = (typed: string | undefined) => {
    moved.current = true;
    listed.current = value;
    setManual(true);
    widget.onChange(typed || undefined);
  };
  const goBack = () => {
    moved.current = true;
    setManual(false);
    widget.onChange(listed.current);
  };

  return (
    <div ref={box}>
      {manual ? (
        <>
          <Input
            id={id}
            className={controls.control}
            size="large"
            value={typeof value === "string" ? value : ""}
            placeholder={texts?.placeholder ?? text("search.manual-placeholder")}
            readOnly={widget.readOnly}
            disabled={widget.disabled}
            aria-required={widget.required}
            aria-invalid={widget.invalid}
            aria-describedby={widget.describedBy}
            onChange={(_, data) => widget.onChange(data.value.replace(/^\s+/, "") || undefined)}
            onBlur={() => widget.onCommit()}
          />
          <Button
            appearance="transparent"
            className={controls.link}
            disabled={widget.disabled || widget.readOnly}
            onClick={goBack}
          >
            {texts?.back ?? text("search.back")}
          </Button>
        </>
      ) : (
        <SearchField widget={widget} offer={offer} onManual={enterManually} />
      )}
    </div>
  );
}
