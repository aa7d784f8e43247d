import { useEffect, useState } from "react";
import { mergeClasses, Spinner } from "@fluentui/react-components";
import { CheckmarkCircle20Filled } from "@fluentui/react-icons";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useCaptchaStyles } from "./captcha-styles.ts";
import type { WorkState } from "./use-work.ts";

/** How far the device is, told politely: that it works, that it is done, or what became of it. */
export function WorkDone({ work, text }: { work: WorkState; text: WidgetText }) {
  const styles = useCaptchaStyles();
  // A status is read when it changes, not when it comes: its first words follow it.
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const { state } = work;
  return (
    <span
      role="status"
      className={mergeClasses(styles.said, state === "failed" && styles.failed, state === "done" && styles.good)}
    >
      {state === "working" ? <Spinner size="tiny" aria-hidden /> : null}
      {state === "done" ? <CheckmarkCircle20Filled aria-hidden /> : null}
      {here ? text(toKey(work)) : null}
    </span>
  );
}

function toKey(work: WorkState): TextKey {
  if (work.state === "failed") return work.key;
  return work.state === "done" ? "captcha.done" : "captcha.working";
}
