import type { About } from "#engine/documents/about.ts";
import { makeStyles } from "@fluentui/react-components";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { title: "text", body: "blocks", "text?": "text", "closable?": "boolean" },
  events: { close: [] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "Blocks over the page, opened and closed by the actions open and close.",
  props: {
    title: ["Its heading.", "Remove this degree?"],
    body: [
      "The blocks in it, in order.",
      [{ id: "yes", block: "button", label: "Remove", on: { press: { close: "remove" } } }],
    ],
    text: ["A sentence below the heading.", "What you typed is lost."],
    closable: "It can be closed by hand; false where one of its buttons must be pressed.",
  },
  on: { close: "What is done when it is closed by hand." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  text: { margin: 0, fontSize: "16px", lineHeight: "24px" },
  // A row in it are its answers: they stand where the buttons of a page do, over the whole width on a phone, else at its end.
  body: {
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    "> [data-place=row]": { justifyContent: "flex-end", gap: "8px" },
    "@media (max-width: 599px)": { "> [data-place=row] > *": { flexGrow: 1 } },
  },
});

/** Blocks over the page, opened and closed by actions. Closing by hand raises `close`. */
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
    <Modal title={title} closeLabel={scope.words("dialog.close")} onClose={closable ? close : undefined}>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.body}>{render(body as BlockDocument[])}</div>
    </Modal>
  );
}
