import type { About } from "#engine/core/definitions/about.ts";
import { Button, Checkbox, makeStyles, tokens } from "@fluentui/react-components";
import { KeyboardRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { Modal } from "#renderer/shell/Modal.tsx";
import { useKeys, useShortcutsOff } from "#renderer/shell/use-keys.ts";
import type { BlockProps } from "./block.ts";

/** Keys that a shortcut may have, as KeyboardEvent.key. */
const keyNames: readonly string[] = [..."abcdefghijklmnopqrstuvwxyz", "Enter"];

export const contract = {
  props: {
    title: "text",
    close: "text",
    off: "text",
    keys: { list: { id: "string", key: { enum: keyNames }, label: "text", "when?": "rule" } },
  },
  events: { press: ["item"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Keys of the screen: `?` lists them, and each raises press.",
  props: {
    title: ["The label of the button and the heading of the list.", "Keyboard shortcuts"],
    close: ["The label of the button that closes the list.", "Close"],
    off: ["The label of the box that turns shortcuts off.", "Turn shortcuts off"],
    keys: "The keys, in order. Other blocks act on some of them, such as j and k of a table.",
    "keys.id": ["The id of the shortcut.", "take"],
    "keys.key": ["The key, as KeyboardEvent.key.", "t"],
    "keys.label": ["What it does.", "Take the case"],
    "keys.when": "A rule that offers it.",
  },
  on: { press: "Runs when a key is pressed, with item.id." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  // A phone has no keys.
  button: { minHeight: "36px", "@media (max-width: 599px)": { display: "none" } },
  rows: { margin: 0, display: "grid", gridTemplateColumns: "auto 1fr", gap: "8px 16px", alignItems: "center" },
  text: { margin: 0, lineHeight: tokens.lineHeightBase300 },
  key: {
    display: "inline-block",
    minWidth: "24px",
    paddingInline: "6px",
    paddingBlock: "2px",
    textAlign: "center",
    borderRadius: "4px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The shortcuts of a screen. They act on single keys, so a person can turn them off. */
export function Shortcuts({ title, close, off, keys, document, raise }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { isOff, setOff } = useShortcutsOff();
  const acts = document.on?.["press"] !== undefined;
  useKeys({
    ...Object.fromEntries(acts ? keys.map(({ id, key }) => [key, () => void raise("press", { item: { id } })]) : []),
    "?": () => setOpen(true),
  });
  return (
    <>
      <Button
        className={styles.button}
        appearance="subtle"
        icon={<KeyboardRegular />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {isOpen && (
        <Modal title={title} closeLabel={close} onClose={() => setOpen(false)}>
          <dl className={styles.rows}>
            {[...keys, { id: "?", key: "?", label: title }].map(({ id, key, label }) => (
              <div key={id} style={{ display: "contents" }}>
                <dt>
                  <kbd className={styles.key}>{key}</kbd>
                </dt>
                <dd className={styles.text}>{label}</dd>
              </div>
            ))}
          </dl>
          <Checkbox label={off} checked={isOff} onChange={(_event, { checked }) => setOff(checked === true)} />
        </Modal>
      )}
    </>
  );
}
