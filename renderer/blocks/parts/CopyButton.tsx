import { Button } from "@fluentui/react-components";
import { CopyRegular } from "@fluentui/react-icons";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { say } from "#renderer/session/snackbars.ts";

interface CopyButtonProps {
  label: string;
  text: string;
  words: BlockScope["words"];
}

/** Copies a text; its name says what. Whether that was done is said: a browser may refuse, and an insecure page has no clipboard. */
export function CopyButton({ label, text, words }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(words("copy.done"), "success");
    } catch {
      say(words("copy.failed"), "warning");
    }
  };
  return (
    <Button
      appearance="subtle"
      style={{ minWidth: 44, minHeight: 44 }}
      icon={<CopyRegular />}
      aria-label={label}
      onClick={() => void copy()}
    />
  );
}
