import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { MouseEvent, ReactNode } from "react";
import { Ring } from "./Waiting.tsx";

const useStyles = makeStyles({
  link: {
    padding: 0,
    border: "none",
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: "transparent",
    color: tokens.colorBrandForegroundLink,
    fontFamily: "inherit",
    textAlign: "start",
    textDecorationLine: "none",
    cursor: "pointer",
    ":hover": { color: tokens.colorBrandForegroundLinkHover, textDecorationLine: "underline" },
    ":active": { color: tokens.colorBrandForegroundLinkPressed },
    ":focus-visible": {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: "1px",
      textDecorationLine: "underline",
    },
    ":disabled": { color: tokens.colorNeutralForegroundDisabled, cursor: "not-allowed", textDecorationLine: "none" },
  },
  inline: { textDecorationLine: "underline" },
  busy: { display: "inline-flex", alignItems: "center", gap: "8px" },
});

interface TextLinkProps {
  href?: string;
  inline?: boolean;
  disabled?: boolean;
  /** What its press began is not done yet. */
  busy?: boolean;
  className?: string;
  /** The id of words that say more of it. */
  describedBy?: string;
  onClick(event: MouseEvent): void;
  children: ReactNode;
}

/** A link; without `href` a button that looks like one. `inline` underlines it, as among other text. Every screen has some: Fluent's costs more. */
export function TextLink({ href, inline, disabled, busy, className, describedBy, onClick, children }: TextLinkProps) {
  const styles = useStyles();
  const look = mergeClasses(styles.link, inline && styles.inline, busy && styles.busy, className);
  const said = (
    <>
      {busy && <Ring />}
      {children}
    </>
  );
  return href === undefined ? (
    <button
      type="button"
      className={look}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {said}
    </button>
  ) : (
    <a className={look} href={href} aria-busy={busy || undefined} aria-describedby={describedBy} onClick={onClick}>
      {said}
    </a>
  );
}
