import { useEffect, useState } from "react";
import { mergeClasses, Spinner } from "@fluentui/react-components";
import { CheckmarkCircle20Filled } from "@fluentui/react-icons";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { useCaptchaStyles } from "./captcha-styles.ts";
import type { ProofOfWorkState } from "./use-proof-of-work.ts";

/** Announces the progress of the proof of work politely. */
export function ProofOfWorkStatus({ work, text }: { work: ProofOfWorkState; text: WidgetText }) {
  const styles = useCaptchaStyles();
  // Screen readers announce a status only when it changes, so the first text follows the mount.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  const { state } = work;
  return (
    <span
      role="status"
      className={mergeClasses(styles.status, state === "failed" && styles.failed, state === "done" && styles.good)}
    >
      {state === "working" ? <Spinner size="tiny" aria-hidden /> : null}
      {state === "done" ? <CheckmarkCircle20Filled aria-hidden /> : null}
      {isMounted ? text(toTextKey(work)) : null}
    </span>
  );
}

function toTextKey(work: ProofOfWorkState): TextKey {
  if (work.state === "failed") return work.key;
  return work.state === "done" ? "captcha.done" : "captcha.working";
}
