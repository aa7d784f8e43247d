import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ChevronRightRegular } from "@fluentui/react-icons";
import { Icon } from "#renderer/shell/Icon.tsx";
import { Spinner } from "#renderer/shell/Loading.tsx";
import { Chip } from "./Chip.tsx";
import { toTone } from "./tones.ts";
import { useDisabledReason } from "./use-disabled-reason.tsx";

const useStyles = makeStyles({
  tile: {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    width: "100%",
    minHeight: "64px",
    padding: "12px 16px",
    boxSizing: "border-box",
    textAlign: "start",
    fontFamily: "inherit",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
    boxShadow: tokens.shadow2,
    cursor: "pointer",
    transitionProperty: "box-shadow",
    transitionDuration: "150ms",
    ":hover": { boxShadow: tokens.shadow8 },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
    "@media (prefers-reduced-motion: reduce)": { transitionDuration: "0ms" },
  },
  disabled: {
    cursor: "not-allowed",
    boxShadow: "none",
    color: tokens.colorNeutralForegroundDisabled,
    backgroundColor: tokens.colorNeutralBackground3,
    ":hover": { boxShadow: "none" },
  },
  refused: { display: "flex", flexDirection: "column", gap: "4px" },
  danger: { border: `1px solid ${tokens.colorStatusDangerBorder1}`, borderInlineStartWidth: "4px" },
  icon: { display: "flex", color: tokens.colorBrandForeground1 },
  muted: { color: "inherit" },
  words: { flexGrow: 1, minWidth: 0, display: "flex", flexDirection: "column", gap: "2px" },
  label: { fontSize: "16px", lineHeight: "22px", fontWeight: tokens.fontWeightSemibold },
  note: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  prices: {
    display: "flex",
    gap: "6px",
    alignItems: "baseline",
    fontVariantNumeric: "tabular-nums",
    fontSize: tokens.fontSizeBase300,
  },
  before: { color: tokens.colorNeutralForeground3 },
  side: { display: "flex", flexDirection: "column", alignItems: "flex-end", gap: "4px", flexShrink: 0 },
  chevron: { display: "flex", color: tokens.colorNeutralForeground3 },
});

interface TileProps {
  icon: string;
  label: string;
  status?: string;
  note?: string;
  tone?: unknown;
  price?: string;
  priceBefore?: string;
  disabled?: boolean;
  /** Why the tile is disabled. */
  reason?: string;
  danger?: boolean;
  /** True while the event runs. */
  busy?: boolean;
  onPress(): void;
}

/**
 * A tile. Its accessible name begins with label and status; price and note follow. A `reason` disables it and is shown
 * below.
 */
export function TileButton({
  icon,
  label,
  status = "",
  note,
  tone,
  price,
  priceBefore,
  disabled: isDisabled,
  reason,
  danger,
  busy,
  onPress,
}: TileProps) {
  const styles = useStyles();
  const { describedBy, reasonElement } = useDisabledReason(reason);
  const disabled = isDisabled || describedBy !== undefined;
  const button = (
    <button
      type="button"
      data-card={danger ? "danger" : ""}
      className={mergeClasses(styles.tile, danger && styles.danger, disabled && styles.disabled)}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      <span className={mergeClasses(styles.icon, disabled && styles.muted)}>
        <Icon name={icon} size={28} />
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {status && (
          <span className={styles.side} style={{ alignItems: "flex-start" }}>
            <Chip text={status} tone={toTone(tone)} />
          </span>
        )}
        {note && <span className={mergeClasses(styles.note, disabled && styles.muted)}>{note}</span>}
      </span>
      {(price || priceBefore) && (
        <span className={styles.prices}>
          {priceBefore && <s className={mergeClasses(styles.before, disabled && styles.muted)}>{priceBefore}</s>}
          {price && <span>{price}</span>}
        </span>
      )}
      <span className={mergeClasses(styles.chevron, disabled && styles.muted)}>
        {busy ? <Spinner /> : <ChevronRightRegular aria-hidden="true" fontSize={20} />}
      </span>
    </button>
  );
  return reasonElement ? (
    <span className={styles.refused}>
      {button}
      {reasonElement}
    </span>
  ) : (
    button
  );
}
