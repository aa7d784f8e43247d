import { useEffect, useRef } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { Checkmark20Regular } from "@fluentui/react-icons";
import { toOptionName } from "#widgets/option-name.ts";
import type { Option } from "#widgets/widget.ts";

const useStyles = makeStyles({
  list: {
    flexGrow: 1,
    minHeight: 0,
    margin: 0,
    padding: tokens.spacingVerticalXS,
    overflowY: "auto",
    overscrollBehavior: "contain",
    listStyleType: "none",
  },
  option: {
    display: "flex",
    alignItems: "center",
    columnGap: tokens.spacingHorizontalS,
    minHeight: "44px",
    paddingInline: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalXS,
    boxSizing: "border-box",
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase300,
    cursor: "pointer",
    contentVisibility: "auto",
    containIntrinsicSize: "auto 44px",
    "@media (hover: hover)": { ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover } },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
  disabled: { color: tokens.colorNeutralForegroundDisabled, cursor: "default" },
  name: { flexGrow: 1 },
  note: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground2 },
});

export interface OptionListProps {
  id: string;
  name: string;
  list: readonly Option[];
  total: number;
  chosen: string;
  active: number;
  /** 'Loading...' or 'No options', below the present options. */
  note?: string;
  onPick(option: Option): void;
  onEnd(): void;
}

/** The listbox of a search field. It requests more options near its end; the focus stays in the field. */
export function OptionList({ id, name, list, total, chosen, active, note, onPick, onEnd }: OptionListProps) {
  const styles = useStyles();
  const element = useRef<HTMLUListElement>(null);
  useEffect(() => {
    element.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  return (
    <>
      <ul
        ref={element}
        id={id}
        role="listbox"
        aria-label={name}
        className={styles.list}
        tabIndex={-1}
        onScroll={({ currentTarget: box }) => {
          if (box.scrollTop + box.clientHeight >= box.scrollHeight - 88) onEnd();
        }}
      >
        {list.map((option, index) => (
          <li
            key={index}
            id={`${id}-${index}`}
            data-index={index}
            role="option"
            aria-selected={option.value === chosen}
            aria-disabled={option.disabled || undefined}
            aria-posinset={index + 1}
            aria-setsize={Math.max(total, list.length)}
            className={mergeClasses(
              styles.option,
              index === active && styles.active,
              option.disabled && styles.disabled,
            )}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!option.disabled) onPick(option);
            }}
          >
            <span className={styles.name}>{toOptionName(option)}</span>
            {option.value === chosen ? <Checkmark20Regular aria-hidden /> : null}
          </li>
        ))}
      </ul>
      <div role="status" className={note ? styles.note : undefined}>
        {note}
      </div>
    </>
  );
}
