import type { About } from "#engine/documents/about.ts";
import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { fillText } from "#engine/documents/text.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    label: "text",
    waiting: { gaps: ["n"] },
    seconds: { value: { type: "number", minimum: 0 } },
    since: { value: { type: "string" } },
    "disabled?": "rule",
  },
  events: { press: [] },
  offers: { press: true },
} as const;

/** What an editor says of it. */
export const about = {
  is: "Asks for a code again, after a countdown.",
  props: {
    label: ["The words of its button.", "Send again"],
    waiting: ["What is said while it counts; {n} is how many seconds are left.", { text: "Send again in {n} s" }],
    seconds: ["How many seconds it counts.", 30],
    since: ["When the code was sent, ISO 8601; a new time begins the countdown anew.", { var: "view.sentAt" }],
    disabled: "Where it holds, it cannot be pressed.",
  },
  on: { press: "What is done when it is pressed." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  // Its words stand in line with what is around it.
  button: { minHeight: "44px", alignSelf: "flex-start", marginInlineStart: "-12px" },
});

/** Asks for a code again, after a countdown by the server's clock that begins anew with each `since`. The seconds are not announced one by one. */
export function Resend({
  label,
  waiting,
  seconds,
  since,
  disabled,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = readServerTime().getTime() + (Number(seconds) || 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - readServerTime().getTime()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [seconds, since]);
  return (
    <Button
      className={styles.button}
      appearance="subtle"
      disabled={disabled || left > 0}
      disabledFocusable={scope.isBusy(document.id, "press")}
      onClick={() => void raise("press")}
    >
      {left > 0 ? fillText(waiting, { n: left }) : label}
    </Button>
  );
}
