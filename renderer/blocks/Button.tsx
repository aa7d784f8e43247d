import type { About } from "#engine/core/definitions/about.ts";
import { Button as FluentButton, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useSyncExternalStore, type ReactElement } from "react";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { Spinner } from "#renderer/shell/Loading.tsx";
import type { BlockProps } from "./block.ts";
import { useDisabledReason } from "./parts/use-disabled-reason.tsx";

export const contract = {
  props: {
    label: "text",
    "appearance?": { enum: ["primary", "secondary", "subtle", "link"] },
    "icon?": "icon",
    "disabled?": "rule",
    "reason?": "text",
    "waitsFor?": { ref: "block" },
    "role?": { enum: ["link"] },
  },
  events: { press: [] },
  offers: { press: true },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A button; with appearance link and a step that navigates it is a link.",
  props: {
    label: ["The label.", "Continue"],
    appearance: "How prominent it is; secondary by default. At most one primary per view.",
    icon: "The icon before the label.",
    disabled: "A rule that disables it; give the cause in reason.",
    reason: [
      "Why it is disabled, shown below it; empty when it is not.",
      { var: "transaction.allowed.transactions.process.why" },
    ],
    waitsFor: ["The id of a form block of this screen that must be complete first.", "details"],
    role: "The role for assistive technology: link, for steps such as a download.",
  },
  on: { press: "Runs when it is pressed." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  button: { minHeight: "44px", minWidth: "44px", fontSize: "16px" },
  // Aligns the text with its surroundings; the touch target extends beyond it.
  subtle: { paddingInline: "8px", marginInline: "-8px" },
  refused: { display: "inline-flex", flexDirection: "column", gap: "4px" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px", fontSize: tokens.fontSizeBase300 },
});

/**
 * A button that raises `press`. With appearance `link` and a step that navigates, it is a link. `role: link` makes a
 * link of other steps, such as a download. `waitsFor` names a form that must be complete. A `reason` disables the
 * button and is shown below it.
 */
export function Button({
  label,
  appearance = "secondary",
  disabled: isDisabled,
  reason,
  waitsFor,
  role,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const complete = useSyncExternalStore(scope.forms.subscribe, () =>
    waitsFor ? scope.forms.isComplete(waitsFor) : true,
  );
  const { describedBy, reasonElement } = useDisabledReason(reason);
  const disabled = isDisabled || describedBy !== undefined;
  const running = scope.isBusy(document.id, "press");
  const press = () => void raise("press");
  const withReason = (button: ReactElement) =>
    reasonElement ? (
      <span className={styles.refused}>
        {button}
        {reasonElement}
      </span>
    ) : (
      button
    );
  if (appearance === "link") {
    const href = scope.toHref(document.on?.["press"]) ?? (role === "link" ? `#${document.id}` : undefined);
    if (href && !disabled)
      return (
        <TextLink className={styles.link} href={href} busy={running} onClick={onLinkPress(href, press)}>
          {label}
        </TextLink>
      );
    return withReason(
      <TextLink className={styles.link} disabled={disabled} busy={running} describedBy={describedBy} onClick={press}>
        {label}
      </TextLink>,
    );
  }
  return withReason(
    <FluentButton
      className={mergeClasses(styles.button, appearance === "subtle" && styles.subtle)}
      size="large"
      appearance={appearance}
      disabled={disabled || !complete}
      disabledFocusable={running}
      icon={running ? <Spinner /> : undefined}
      aria-busy={running || undefined}
      aria-describedby={describedBy}
      onClick={press}
    >
      {label}
    </FluentButton>,
  );
}
