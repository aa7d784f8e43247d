import { Button } from "@fluentui/react-components";
import { CopyRegular } from "@fluentui/react-icons";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { showSnackbar } from "#renderer/session/snackbars.ts";

interface CopyButtonProps {
  label: string;
  text: string;
  uiText: BlockScope["uiText"];
}

/** Copies a text and confirms it. It may fail: browsers can refuse, and insecure pages have no clipboard. */
export function CopyButton({ label, text, uiText }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSnackbar(uiText("copy.done"), "success");
    } catch {
      showSnackbar(uiText("copy.failed"), "warning");
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
