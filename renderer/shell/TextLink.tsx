import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { MouseEvent, ReactNode } from "react";
import { Spinner } from "./Loading.tsx";

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
  /** The action of the last press is still running. */
  busy?: boolean;
  className?: string;
  /** The accessible name, where the content alone is not clear. */
  label?: string;
  /** The id of a describing element. */
  describedBy?: string;
  onClick(event: MouseEvent): void;
  children: ReactNode;
}

/** A link; without `href` a button that looks like one. `inline` underlines it inside a text. */
export function TextLink({
  href,
  inline,
  disabled,
  busy,
  className,
  label,
  describedBy,
  onClick,
  children,
}: TextLinkProps) {
  const styles = useStyles();
  const linkClass = mergeClasses(styles.link, inline && styles.inline, busy && styles.busy, className);
  const content = (
    <>
      {busy && <Spinner />}
      {children}
    </>
  );
  return href === undefined ? (
    <button
      type="button"
      className={linkClass}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {content}
    </button>
  ) : (
    <a
      className={linkClass}
      href={href}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {content}
    </a>
  );
}
