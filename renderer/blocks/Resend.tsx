import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import type { BlockProps } from "./block.ts";
import { fillText } from "#engine/documents/text.ts";

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

const useStyles = makeStyles({ button: { minHeight: "44px", alignSelf: "flex-start" } });

/** Asks for a code again, after a countdown that begins anew with each `since`. The seconds are not announced one by one. */
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
    const until = Date.now() + (Number(seconds) || 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
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
