import type { About } from "#engine/core/definitions/about.ts";
import { Button, makeStyles, Select, Textarea, tokens } from "@fluentui/react-components";
import { AttachRegular } from "@fluentui/react-icons";
import { useId, useRef, useState } from "react";
import type { Text } from "#engine/core/definitions/text.ts";
import type { BlockProps } from "./block.ts";
import { addReply } from "./parts/add-reply.ts";
import { Chip } from "./parts/Chip.tsx";
import { getItemKey, type Item } from "./parts/items.ts";

export const contract = {
  props: {
    of: { value: { type: "array" } },
    title: "text",
    "note?": "text",
    item: { object: { author: "text", text: "text", time: "text", "chip?": "text" } },
    "write?": { object: { label: "text", send: "text", "replies?": "text" } },
    "attach?": "text",
    "replies?": { value: { type: "array" } },
  },
  events: { send: ["item"], attach: ["item"] },
  offers: { send: "write", attach: "attach" },
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
    "item.chip": ["A short status beside it.", "Checked for viruses"],
    write: "The box to write in; none by default.",
    "write.label": ["Its label.", "Add a note"],
    "write.send": ["The label of its button.", "Add"],
    "write.replies": ["The label of the ready-made replies.", "Ready-made replies"],
    attach: ["The label of the button that chooses a file.", "Send a file"],
    replies: ["Ready-made replies with title and text; one goes into the box, to edit it.", { var: "chat.replyList" }],
  },
  on: {
    send: "Runs when a message is sent, with item.text.",
    attach: "Runs when a file is chosen, with item.file.",
  },
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
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
  select: { maxWidth: "100%", "> select": { minHeight: "36px", fontSize: tokens.fontSizeBase300 } },
});

interface Reply {
  title: string;
  text: string;
}

/** A thread of messages. A message that could not be sent stays in the box. */
export function Thread(props: BlockProps<typeof contract>) {
  const { of, title, note, item: message, write, scope } = props;
  const styles = useStyles();
  const id = useId();
  const items = (Array.isArray(of) ? of : []) as Item[];
  const texts = message as { author: Text; text: Text; time: Text; chip?: Text };
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
              {scope.text(texts.chip, { item }) && <Chip text={scope.text(texts.chip, { item })} tone="warning" />}
              <p className={styles.text}>
                <bdi>{scope.text(texts.text, { item })}</bdi>
              </p>
            </li>
          ))}
        </ol>
      )}
      {write && <Composer {...props} write={write} />}
    </section>
  );
}

/** The box to write in, with ready-made replies that can be edited, and files. */
function Composer({
  write,
  replies,
  attach,
  document,
  scope,
  raise,
}: BlockProps<typeof contract> & { write: NonNullable<BlockProps<typeof contract>["write"]> }) {
  const styles = useStyles();
  const id = useId();
  const [draft, setDraft] = useState("");
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
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {write.replies && (
        <Replies label={write.replies} replies={replies} onChoose={(text) => setDraft(addReply(draft, text))} />
      )}
      <label className={styles.label} htmlFor={`${id}text`}>
        {write.label}
      </label>
      <Textarea
        id={`${id}text`}
        className={styles.input}
        rows={draft.length > 120 ? 5 : 2}
        maxLength={4000}
        value={draft}
        onChange={(_event, { value }) => setDraft(value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" className={styles.send} aria-busy={isSending || undefined} disabledFocusable={isSending}>
          {write.send}
        </Button>
        {attach && <FileButton label={attach} onChoose={(file) => void raise("attach", { item: { file } })} />}
      </div>
    </form>
  );
}

/** The ready-made replies: the chosen one goes into the box. */
function Replies({ label, replies, onChoose }: { label: string; replies: unknown; onChoose(text: string): void }) {
  const styles = useStyles();
  const id = useId();
  const ready = (Array.isArray(replies) ? replies : []) as Reply[];
  return ready.length === 0 ? null : (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        className={styles.select}
        value=""
        onChange={(_event, { value }) => onChoose(ready[Number(value)]?.text ?? "")}
      >
        <option value="" />
        {ready.map((reply, index) => (
          <option key={reply.title} value={index}>
            {reply.title}
          </option>
        ))}
      </Select>
    </>
  );
}

/** A button that chooses a picture or a PDF. */
function FileButton({ label, onChoose }: { label: string; onChoose(file: File): void }) {
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) onChoose(file);
        }}
      />
      <Button
        className={styles.send}
        appearance="subtle"
        icon={<AttachRegular />}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
