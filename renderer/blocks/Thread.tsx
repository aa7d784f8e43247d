import type { About } from "#engine/core/definitions/about.ts";
import { Button, makeStyles, Textarea, tokens } from "@fluentui/react-components";
import { useId, useState } from "react";
import type { Text } from "#engine/core/definitions/text.ts";
import type { BlockProps } from "./block.ts";
import { getItemKey, type Item } from "./parts/items.ts";

export const contract = {
  props: {
    of: { value: { type: "array" } },
    title: "text",
    "note?": "text",
    item: { object: { author: "text", text: "text", time: "text" } },
    "write?": { object: { label: "text", send: "text" } },
  },
  events: { send: ["item"] },
  offers: { send: "write" },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Messages in order, and a box to write another.",
  props: {
    of: ["The messages, the oldest first.", { var: "case.noteList" }],
    title: ["The heading.", "Notes"],
    note: ["A sentence below the heading.", "Candidates never read these."],
    item: "The texts of a message, evaluated with item.",
    "item.author": ["Who wrote it.", { var: "item.author.displayName" }],
    "item.text": ["The message.", { var: "item.text" }],
    "item.time": ["The time.", { date: [{ var: "item.createdAt" }, "short"] }],
    write: "The box to write in; none by default.",
    "write.label": ["Its label.", "Add a note"],
    "write.send": ["The label of its button.", "Add"],
  },
  on: { send: "Runs when a message is sent, with item.text." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  box: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "16px 20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  note: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "12px" },
  about: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  text: { margin: "2px 0 0", whiteSpace: "pre-line", overflowWrap: "anywhere", lineHeight: tokens.lineHeightBase300 },
  form: { display: "flex", flexDirection: "column", gap: "8px", alignItems: "start" },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  input: { width: "100%", "> textarea": { fontSize: tokens.fontSizeBase300 } },
  send: { minHeight: "36px" },
});

/** A thread of messages. A message that could not be sent stays in the box. */
export function Thread({ of, title, note, item: message, write, document, scope, raise }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  const [draft, setDraft] = useState("");
  const items = (Array.isArray(of) ? of : []) as Item[];
  const texts = message as { author: Text; text: Text; time: Text };
  const isSending = scope.isBusy(document.id, "send", { item: { text: draft.trim() } });
  const send = async () => {
    const text = draft.trim();
    if (text === "") return;
    let hasFailed = false;
    await raise("send", { item: { text } }, () => {
      hasFailed = true;
      return false;
    });
    if (!hasFailed) setDraft("");
  };
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      {items.length > 0 && (
        <ol className={styles.list}>
          {items.map((item, index) => (
            <li key={getItemKey(item, index)}>
              <span className={styles.about}>
                {scope.text(texts.author, { item })} · {scope.text(texts.time, { item })}
              </span>
              <p className={styles.text}>
                <bdi>{scope.text(texts.text, { item })}</bdi>
              </p>
            </li>
          ))}
        </ol>
      )}
      {write && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label className={styles.label} htmlFor={`${id}text`}>
            {write.label}
          </label>
          <Textarea
            id={`${id}text`}
            className={styles.input}
            rows={2}
            maxLength={4000}
            value={draft}
            onChange={(_event, { value }) => setDraft(value)}
          />
          <Button
            type="submit"
            className={styles.send}
            aria-busy={isSending || undefined}
            disabledFocusable={isSending}
          >
            {write.send}
          </Button>
        </form>
      )}
    </section>
  );
}
