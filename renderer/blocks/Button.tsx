import type { About } from "#engine/documents/about.ts";
import { Button as FluentButton, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useSyncExternalStore, type ReactElement } from "react";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { Ring } from "#renderer/shell/Waiting.tsx";
import type { BlockProps } from "./block.ts";
import { useReason } from "./parts/use-reason.tsx";

export const contract = {
  props: {
    label: "text",
    "appearance?": { enum: ["primary", "secondary", "subtle", "link"] },
    "icon?": "icon",
    "disabled?": "rule",
    "reason?": "text",
    "waitsFor?": { ref: "block" },
    "saidAs?": { enum: ["link"] },
  },
  events: { press: [] },
  offers: { press: true },
} as const;

/** What an editor says of it. */
export const about = {
  is: "One press, one event; with appearance link and a step that navigates it is a link.",
  props: {
    label: ["What stands on it.", "Continue"],
    appearance: "How much it stands out: one primary at most in a view; secondary without it.",
    icon: "The picture before its label.",
    disabled: "Where it holds, it cannot be pressed; say why with reason.",
    reason: [
      "Why it cannot be pressed, said below it; empty where it can.",
      { var: "transaction.allowed.transactions.process.why" },
    ],
    waitsFor: ["The id of a form block of this screen that must be complete before it can be pressed.", "details"],
    saidAs: "A screen reader calls it a link although it leads to no screen, such as a download.",
  },
  on: { press: "What is done when it is pressed." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  button: { minHeight: "44px", minWidth: "44px", fontSize: "16px" },
  // Its words stand in line with what is around it; what is pressed reaches beyond them.
  subtle: { paddingInline: "8px", marginInline: "-8px" },
  refused: { display: "inline-flex", flexDirection: "column", gap: "4px" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px", fontSize: tokens.fontSizeBase300 },
});

/**
 * One press, one event. A link appearance that navigates is a real link; `saidAs: link` makes one of what leads to no
 * screen, such as a download. `waitsFor` names a form that must be complete. With a `reason` it cannot be used, and says it.
 */
export function Button({
  label,
  appearance = "secondary",
  disabled: isDisabled,
  reason,
  waitsFor,
  saidAs,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const complete = useSyncExternalStore(scope.forms.subscribe, () =>
    waitsFor ? scope.forms.isComplete(waitsFor) : true,
  );
  const { describedBy, words } = useReason(reason);
  const disabled = isDisabled || describedBy !== undefined;
  const running = scope.isBusy(document.id, "press");
  const press = () => void raise("press");
  const withWords = (button: ReactElement) =>
    words ? (
      <span className={styles.refused}>
        {button}
        {words}
      </span>
    ) : (
      button
    );
  if (appearance === "link") {
    const href = scope.toHref(document.on?.["press"]) ?? (saidAs === "link" ? `#${document.id}` : undefined);
    if (href && !disabled)
      return (
        <TextLink className={styles.link} href={href} busy={running} onClick={onLinkPress(href, press)}>
          {label}
        </TextLink>
      );
    return withWords(
      <TextLink className={styles.link} disabled={disabled} busy={running} describedBy={describedBy} onClick={press}>
        {label}
      </TextLink>,
    );
  }
  return withWords(
    <FluentButton
      className={mergeClasses(styles.button, appearance === "subtle" && styles.subtle)}
      size="large"
      appearance={appearance}
      disabled={disabled || !complete}
      disabledFocusable={running}
      icon={running ? <Ring /> : undefined}
      aria-busy={running || undefined}
      aria-describedby={describedBy}
      onClick={press}
    >
      {label}
    </FluentButton>,
  );
}
