import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { MouseEvent, ReactNode } from "react";

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
});

interface TextLinkProps {
  href?: string;
  inline?: boolean;
  disabled?: boolean;
  className?: string;
  /** The id of words that say more of it. */
  describedBy?: string;
  onClick(event: MouseEvent): void;
  children: ReactNode;
}

/** A link; without `href` a button that looks like one. `inline` underlines it, as among other text. Every screen has some: Fluent's costs more. */
export function TextLink({ href, inline, disabled, className, describedBy, onClick, children }: TextLinkProps) {
  const styles = useStyles();
  const look = mergeClasses(styles.link, inline && styles.inline, className);
  return href === undefined ? (
    <button type="button" className={look} disabled={disabled} aria-describedby={describedBy} onClick={onClick}>
      {children}
    </button>
  ) : (
    <a className={look} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
