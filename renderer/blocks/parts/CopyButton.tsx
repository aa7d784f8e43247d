import { Button } from "@fluentui/react-components";
import { CopyRegular } from "@fluentui/react-icons";
import { say } from "#renderer/session/snackbars.ts";

/** Copies a text; its name says what. A refusal of the clipboard is logged. */
export function CopyButton({ label, text, done }: { label: string; text: string; done: string }) {
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => say(done, "success"),
      (error: unknown) => console.error("The clipboard refused", error),
    );
  };
  return (
    <Button
      appearance="subtle"
      style={{ minWidth: 44, minHeight: 44 }}
      icon={<CopyRegular />}
      aria-label={label}
      onClick={copy}
    />
  );
}
