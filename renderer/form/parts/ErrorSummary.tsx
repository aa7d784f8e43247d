import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { FieldError } from "#engine/core/form/validate.ts";
import { isDrawn } from "#engine/core/form/message-field.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { toSummaryLine } from "./summary-line.ts";
import { toFieldId, useHost } from "./host-context.ts";

const useStyles = makeStyles({
  summary: {
    padding: tokens.spacingHorizontalL,
    boxSizing: "border-box",
    border: `2px solid ${tokens.colorPaletteRedBorder2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
  },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    margin: `${tokens.spacingVerticalS} 0 0`,
    paddingInlineStart: tokens.spacingHorizontalXL,
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalS,
  },
  link: {
    color: tokens.colorPaletteRedForeground1,
    fontSize: tokens.fontSizeBase300,
    textAlign: "start",
    ":hover": { color: tokens.colorPaletteRedForeground3 },
  },
});

interface ErrorSummaryProps {
  /** Increases with each refused submission; the summary then takes the focus. */
  attempts: number;
  /** Mounts all sections, so that each link finds its field. */
  onFollowLink(): void;
  /** Selects the errors to list; all by default. */
  select?: ((errors: readonly FieldError[]) => readonly FieldError[]) | undefined;
}

/** 'There is a problem': lists the errors, each as a link to its field. */
export function ErrorSummary({ attempts, onFollowLink, select }: ErrorSummaryProps) {
  const styles = useStyles();
  const { store, text, idPrefix } = useHost();
  const box = useRef<HTMLDivElement>(null);
  const shown = useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe("form", listener), [store]),
    store.shownErrors,
  );
  const errors = select ? select(shown) : shown;
  // Only a refused submission moves the focus here; an error that a choice causes does not.
  useEffect(() => {
    if (attempts > 0) box.current?.focus();
  }, [attempts]);
  if (errors.length === 0) return null;
  const headingId = `${idPrefix}-problem`;
  return (
    <div ref={box} role="alert" tabIndex={-1} aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId} className={styles.heading}>
        {text("form.problem")}
      </h2>
      <ul className={styles.list}>
        {errors.map((error) => {
          const { pointer } = error;
          const line = toSummaryLine(store, error);
          const id = toFieldId(idPrefix, pointer);
          const isField = isDrawn(store.model, pointer);
          return (
            <li key={pointer}>
              {isField ? (
                <TextLink
                  inline
                  className={styles.link}
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onFollowLink();
                    focusField(id);
                  }}
                >
                  {line}
                </TextLink>
              ) : (
                line
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Focuses a field's control, or the first control inside a group. */
function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  const frame = document.getElementById(`${id}-label`) ?? element;
  frame.scrollIntoView({ block: "center", behavior: "auto" });
  const target = element.matches("input,select,textarea,button,a[href],[tabindex]")
    ? element
    : element.querySelector<HTMLElement>("input,select,textarea,button,[tabindex]");
  (target ?? element).focus({ preventScroll: true });
}
