import type { About } from "#engine/core/definitions/about.ts";
import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { fillPlaceholders } from "#engine/core/definitions/text.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    label: "text",
    waiting: { placeholders: ["n"] },
    seconds: { value: { type: "number", minimum: 0 } },
    resetKey: { value: { type: "string" } },
    "disabled?": "rule",
  },
  events: { press: [] },
  offers: { press: true },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A button that requests another code after a countdown.",
  props: {
    label: ["The label.", "Send again"],
    waiting: ["The label during the countdown; {n} is the number of seconds.", { text: "Send again in {n} s" }],
    seconds: ["The length of the countdown in seconds.", 30],
    resetKey: ["The countdown starts again when this value changes.", { var: "view.txnId" }],
    disabled: "A rule that disables it.",
  },
  on: { press: "Runs when it is pressed." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  // Aligns the text with its surroundings.
  button: { minHeight: "44px", alignSelf: "flex-start", marginInlineStart: "-12px" },
});

/**
 * A button that requests another code after a countdown by the server's clock, which starts again with each `resetKey`.
 * The seconds are not announced.
 */
export function Resend({
  label,
  waiting,
  seconds,
  resetKey,
  disabled,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    const until = readServerTime().getTime() + (Number(seconds) || 0) * 1000;
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((until - readServerTime().getTime()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [seconds, resetKey]);
  return (
    <Button
      className={styles.button}
      appearance="subtle"
      disabled={disabled || secondsLeft > 0}
      disabledFocusable={scope.isBusy(document.id, "press")}
      onClick={() => void raise("press")}
    >
      {secondsLeft > 0 ? fillPlaceholders(waiting, { n: secondsLeft }) : label}
    </Button>
  );
}
