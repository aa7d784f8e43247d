import { Button, Input, Link, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ChatRegular, SendRegular } from "@fluentui/react-icons";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { ChatMessage } from "#engine/api/profile.ts";
import type { FrameMoment } from "#engine/documents/frame.ts";
import { formatRelative } from "#engine/rules/relative-time.ts";
import { call } from "#renderer/data/client.ts";
import { traceFrame } from "#renderer/runtime/frame-trace.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { meetFailure } from "#renderer/data/meet-failure.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import { Bones } from "#renderer/shell/Waiting.tsx";
import { readServerTime } from "#renderer/session/clock.ts";

/** How often an open chat asks for answers, and how many messages it shows. */
const everyMs = 5000;
const most = 100;

const useStyles = makeStyles({
  open: { minWidth: "44px", minHeight: "44px" },
  hello: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
  // As high with nothing in it as with a hundred messages: who writes below finds everything where it was.
  thread: {
    display: "flex",
    flexDirection: "column",
    justifyContent: "flex-end",
    height: "calc(100dvh - 260px)",
    minHeight: "92px",
  },
  log: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    minHeight: 0,
    overflowY: "auto",
    touchAction: "pan-y",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
  },
  message: {
    alignSelf: "flex-start",
    maxWidth: "85%",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground3,
    lineHeight: tokens.lineHeightBase300,
  },
  own: { alignSelf: "flex-end", backgroundColor: tokens.colorBrandBackground2 },
  words: { margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  when: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  form: { display: "flex", alignItems: "center", gap: "8px" },
  field: { flexGrow: 1, minWidth: 0, minHeight: "44px", fontSize: tokens.fontSizeBase400 },
  email: { display: "inline-block", paddingBlock: "12px", overflowWrap: "anywhere" },
});

/** The way to support: a button in the top bar, and the thread in a dialog at the side. */
export function Chat({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  useTold("chat-shown", config);
  const show = (shown: boolean) => {
    setOpen(shown);
    traceFrame(shown ? "chat-opened" : "chat-closed", config);
  };
  return (
    <>
      <Button
        className={styles.open}
        appearance="subtle"
        icon={<ChatRegular />}
        aria-label={config.words("chat.open")}
        aria-haspopup="dialog"
        onClick={() => show(true)}
      />
      {open && (
        <Modal
          side={config.get("limits", "limits").limits.swipe}
          title={config.words("chat.open")}
          closeLabel={config.words("dialog.close")}
          onClose={() => show(false)}
        >
          <Thread config={config} />
        </Modal>
      )}
    </>
  );
}

/** Traces that something stands, once: it stays while the language or the release of the page changes. */
function useTold(moment: FrameMoment, config: ConfigClient): void {
  const told = useRef(false);
  useEffect(() => {
    if (!told.current) traceFrame(moment, config);
    told.current = true;
  }, [moment, config]);
}

/** The hash that signs the candidate in to the chat; the call is the own number's. */
async function signIn(): Promise<string> {
  const { mobile } = (await call("profile.get")) as { mobile: string };
  return ((await call("profile.chat-hash-post", { mobile })) as { hash: string }).hash;
}

function Thread({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const hash = useQuery({ queryKey: ["chat-hash"], queryFn: signIn, staleTime: Infinity });
  const messages = useQuery({
    queryKey: ["chat", hash.data],
    enabled: hash.data !== undefined,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      (
        (await call("chat.list", { seed: "0", count: String(most) }, { signal })) as { list: ChatMessage[] }
      ).list.toReversed(),
  });
  useEffect(() => {
    if (hash.error) meetFailure(hash.error, config);
  }, [hash.error, config]);
  useAnswered(messages.data, config);
  if (hash.isError || (messages.isError && !messages.data)) return <Unavailable config={config} />;
  return (
    <>
      <p className={styles.hello}>{config.words("chat.hello")}</p>
      <div className={styles.thread}>
        {messages.data ? (
          messages.data.length > 0 && <Log messages={messages.data} config={config} />
        ) : (
          <Bones heights={[40, 40]} gap={12} />
        )}
      </div>
      <Writing config={config} sent={() => messages.refetch()} />
    </>
  );
}

/** Traces each answer of support that comes while the chat is open. */
function useAnswered(messages: readonly ChatMessage[] | undefined, config: ConfigClient): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!messages) return;
    const answers = messages.filter(({ from }) => from !== "candidate").map(({ _id }) => _id);
    for (const id of answers) if (known.current && !known.current.has(id)) traceFrame("chat-answered", config);
    known.current = new Set(answers);
  }, [messages, config]);
}

function Unavailable({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  useTold("chat-unavailable", config);
  const { contacts } = config.get("organisation", config.orgId);
  return (
    <div role="alert">
      <p className={styles.hello}>{config.words("chat.unavailable")}</p>
      {contacts?.email && (
        <Link className={styles.email} href={`mailto:${contacts.email}`}>
          {contacts.email}
        </Link>
      )}
    </div>
  );
}

function Log({ messages, config }: { messages: readonly ChatMessage[]; config: ConfigClient }) {
  const styles = useStyles();
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [messages.length]);
  return (
    <div ref={log} className={styles.log} role="log" aria-label={config.words("chat.open")} tabIndex={0}>
      {messages.map(({ _id, from, text, createdAt }) => (
        <div key={_id} className={mergeClasses(styles.message, from === "candidate" && styles.own)}>
          <p className={styles.words}>{text}</p>
          <span className={styles.when}>
            {config.words(from === "candidate" ? "chat.you" : "chat.support")},{" "}
            <time dateTime={createdAt}>{formatRelative(createdAt, readServerTime().toISOString(), config.words)}</time>
          </span>
        </div>
      ))}
    </div>
  );
}

/** What is typed stays until it has been sent. */
function Writing({ config, sent }: { config: ConfigClient; sent(): Promise<unknown> }) {
  const styles = useStyles();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !text.trim()) return;
    setBusy(true);
    try {
      await call("chat.send", { text: text.trim() });
      setText("");
      await sent();
    } catch (error) {
      meetFailure(error, config);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <Input
        className={styles.field}
        input={{ style: { minWidth: 0 } }}
        aria-label={config.words("chat.message")}
        placeholder={config.words("chat.message")}
        maxLength={2000}
        value={text}
        onChange={(_, data) => setText(data.value)}
      />
      <Button
        className={styles.open}
        appearance="primary"
        type="submit"
        icon={<SendRegular />}
        aria-label={config.words("chat.send")}
        disabledFocusable={busy || !text.trim()}
      />
    </form>
  );
}
