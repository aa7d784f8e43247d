import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles } from "@fluentui/react-components";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { title: "text", body: "blocks", "text?": "text", "closable?": "boolean" },
  events: { close: [] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A modal dialog that the actions open and close control.",
  props: {
    title: ["The heading.", "Remove this degree?"],
    body: [
      "The blocks inside, in order.",
      [{ id: "yes", block: "button", label: "Remove", on: { press: { close: "remove" } } }],
    ],
    text: ["A sentence below the heading.", "What you typed is lost."],
    closable: "Can be closed by hand; false when a button must be pressed.",
  },
  on: { close: "Runs when it is closed by hand." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  text: { margin: 0, fontSize: "16px", lineHeight: "24px" },
  // A row in the body holds the answers: full width on a phone, otherwise at the end of the line.
  body: {
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    "> [data-place=row]": { justifyContent: "flex-end", gap: "8px" },
    "@media (max-width: 599px)": { "> [data-place=row] > *": { flexGrow: 1 } },
  },
});

/** A modal dialog that actions open and close. Closing by hand raises `close`. */
export function Dialog({
  title,
  body,
  text,
  closable = true,
  document,
  scope,
  raise,
  render,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  if (!scope.isOpen(document.id)) return null;
  const close = () => {
    scope.closeDialog(document.id);
    void raise("close");
  };
  return (
    <Modal title={title} closeLabel={scope.uiText("dialog.close")} onClose={closable ? close : undefined}>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.body}>{render(body as BlockDefinition[])}</div>
    </Modal>
  );
}
