import { Button, Input, Link, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { AttachRegular, ChatRegular, SendRegular } from "@fluentui/react-icons";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent } from "react";
import type { ChatMessage } from "#engine/core/scope/shapes/profile.ts";
import type { FrameMoment } from "#engine/core/definitions/frame.ts";
import { formatRelative } from "#engine/core/definitions/relative-time.ts";
import { call } from "#renderer/data/client.ts";
import { traceFrame } from "#renderer/runtime/frame-trace.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { handleFailure } from "#renderer/data/handle-failure.ts";
import { CountBadge } from "./parts/UnreadBadge.tsx";
import { Modal } from "#renderer/shell/Modal.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { loadCode } from "#renderer/session/code-loading.ts";
import { streamAliveAtom } from "#renderer/session/stream-alive.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";

/** Polling intervals of an open and of a closed chat where no events arrive, and the number of messages it shows. */
const pollMs = 2000;
const unreadPollMs = 30_000;
const maxMessages = 100;

const useStyles = makeStyles({
  open: { position: "relative", minWidth: "44px", minHeight: "44px" },
  unread: { position: "absolute", insetBlockStart: "2px", insetInlineEnd: "2px", display: "flex" },
  greeting: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
  // Its line is there before the answer, so that nothing moves.
  expectation: { minHeight: tokens.lineHeightBase300 },
  // Constant height, so that the input does not move as messages arrive.
  thread: {
    display: "flex",
    flexDirection: "column",
    justifyContent: "flex-end",
    height: "calc(100dvh - 296px)",
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
  text: { margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  file: { display: "block", minHeight: "44px", textAlign: "start", overflowWrap: "anywhere" },
  time: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  form: { display: "flex", alignItems: "center", gap: "8px" },
  field: { flexGrow: 1, minWidth: 0, minHeight: "44px", fontSize: tokens.fontSizeBase400 },
  email: { display: "inline-block", paddingBlock: "12px", overflowWrap: "anywhere" },
});

/** The support chat: a button in the top bar, and the thread in a drawer. */
export function Chat({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const unreadId = useId();
  const { data: unread = 0 } = useUnread(config);
  useTraceOnce("chat-shown", config);
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
        aria-label={config.uiText("chat.open")}
        aria-describedby={unreadId}
        aria-haspopup="dialog"
        onClick={() => show(true)}
      >
        <span className={styles.unread}>
          <CountBadge config={config} id={unreadId} unread={unread} />
        </span>
      </Button>
      {open && (
        <Modal
          side={config.get("limits", "limits").limits.swipe}
          title={config.uiText("chat.open")}
          closeLabel={config.uiText("dialog.close")}
          onClose={() => show(false)}
        >
          <Thread config={config} />
        </Modal>
      )}
    </>
  );
}

/** Traces an event of the frame once, also if the configuration changes. */
function useTraceOnce(moment: FrameMoment, config: ConfigClient): void {
  const isTraced = useRef(false);
  useEffect(() => {
    if (!isTraced.current) traceFrame(moment, config);
    isTraced.current = true;
  }, [moment, config]);
}

/** The newest messages with the support of the page's organisation, and the number of unread answers. */
const readChat = async (config: ConfigClient, count: number, signal: AbortSignal) =>
  (await call("chat.list", { orgId: config.orgId, seed: "0", count: String(count) }, { signal })) as {
    list: ChatMessage[];
    unread?: number;
    expectation?: string;
  };

const toUnreadKey = ({ orgId }: ConfigClient) => ["chat-unread", orgId];

/** The number of answers that the candidate has not read. */
function useUnread(config: ConfigClient) {
  const isAlive = useAtomValue(streamAliveAtom);
  return useQuery({
    queryKey: toUnreadKey(config),
    refetchInterval: isAlive ? false : unreadPollMs,
    queryFn: async ({ signal }) => (await readChat(config, 1, signal)).unread ?? 0,
  });
}

/** The hash that signs the user in to the chat. */
async function signIn(): Promise<string> {
  const { mobile } = (await call("profile.get")) as { mobile: string };
  return ((await call("profile.chat-hash-post", { mobile })) as { hash: string }).hash;
}

function Thread({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const isAlive = useAtomValue(streamAliveAtom);
  const hash = useQuery({ queryKey: ["chat-hash"], queryFn: signIn, staleTime: Infinity });
  const messages = useQuery({
    queryKey: ["chat", hash.data],
    enabled: hash.data !== undefined,
    refetchInterval: isAlive ? false : pollMs,
    queryFn: async ({ signal }) => {
      const { list, expectation } = await readChat(config, maxMessages, signal);
      return { list: list.toReversed(), expectation };
    },
  });
  const last = messages.data?.list.at(-1);
  const queries = useQueryClient();
  useEffect(() => {
    // What is on the screen is read.
    if (last?.from === "support")
      void call("chat.read", { orgId: config.orgId })
        .then(() => queries.setQueryData(toUnreadKey(config), 0))
        .catch((error: unknown) => console.error("The chat could not be marked as read", error));
  }, [last?._id, last?.from, config, queries]);
  useEffect(() => {
    if (hash.error) handleFailure(hash.error, config);
  }, [hash.error, config]);
  useTraceAnswers(messages.data?.list, config);
  if (hash.isError || (messages.isError && !messages.data)) return <Unavailable config={config} />;
  return (
    <>
      <p className={styles.greeting}>{config.uiText("chat.hello")}</p>
      <p className={mergeClasses(styles.greeting, styles.expectation)}>{messages.data?.expectation}</p>
      <div className={styles.thread}>
        {messages.data ? (
          messages.data.list.length > 0 && <Log messages={messages.data.list} config={config} />
        ) : (
          <Skeleton heights={[40, 40]} gap={12} />
        )}
      </div>
      <Composer config={config} onSent={() => messages.refetch()} />
    </>
  );
}

/** Traces each answer that arrives while the chat is open. */
function useTraceAnswers(messages: readonly ChatMessage[] | undefined, config: ConfigClient): void {
  const knownIds = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!messages) return;
    const answers = messages.filter(({ from }) => from !== "candidate").map(({ _id }) => _id);
    for (const id of answers) if (knownIds.current && !knownIds.current.has(id)) traceFrame("chat-answered", config);
    knownIds.current = new Set(answers);
  }, [messages, config]);
}

function Unavailable({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  useTraceOnce("chat-unavailable", config);
  const { contacts } = config.get("organisation", config.orgId);
  return (
    <div role="alert">
      <p className={styles.greeting}>{config.uiText("chat.unavailable")}</p>
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
    <div ref={log} className={styles.log} role="log" aria-label={config.uiText("chat.open")} tabIndex={0}>
      {messages.map(({ _id, from, text, file, createdAt }) => (
        <div key={_id} className={mergeClasses(styles.message, from === "candidate" && styles.own)}>
          {file ? <SentFile file={file} config={config} /> : <p className={styles.text}>{text}</p>}
          <span className={styles.time}>
            {config.uiText(from === "candidate" ? "chat.you" : "chat.support")},{" "}
            <time dateTime={createdAt}>{formatRelative(createdAt, readServerTime().toISOString(), config.uiText)}</time>
          </span>
        </div>
      ))}
    </div>
  );
}

/** A file of the thread, once the virus scan lets it be read. */
function SentFile({ file, config }: { file: NonNullable<ChatMessage["file"]>; config: ConfigClient }) {
  const styles = useStyles();
  const { fileId, fileName, scan } = file;
  const state = scan === "waiting" ? "chat.file-waiting" : "chat.file-infected";
  const download = async () => {
    try {
      const { fetchDownload, saveFile } = await loadCode(() => import("#renderer/data/files.ts"));
      saveFile((await fetchDownload("files.get", { id: fileId })).blob, fileName);
    } catch (error) {
      handleFailure(error, config);
    }
  };
  return (
    <>
      {scan === undefined && fileId !== undefined ? (
        <Link as="button" className={styles.file} onClick={() => void download()}>
          {config.uiText("chat.download", { name: fileName })}
        </Link>
      ) : (
        <p className={styles.text}>{fileName}</p>
      )}
      {scan !== undefined && <p className={styles.time}>{config.uiText(state)}</p>}
    </>
  );
}

/** The input. It keeps the text until it is sent. */
function Composer({ config, onSent }: { config: ConfigClient; onSent(): Promise<unknown> }) {
  const styles = useStyles();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  // One after the other: a file may be chosen while a message is on its way.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const run = (act: () => Promise<unknown>): Promise<void> => {
    const next = async () => {
      setBusy(true);
      try {
        await act();
        await onSent();
      } catch (error) {
        handleFailure(error, config);
      } finally {
        setBusy(false);
      }
    };
    queue.current = queue.current.then(next);
    return queue.current;
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !text.trim()) return;
    await run(async () => {
      await call("chat.send", { text: text.trim(), orgId: config.orgId });
      setText("");
    });
  };
  const attach = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    void run(async () => {
      const { fileUrl } = (await call("files.upload", { file })) as { fileUrl: string };
      await call("chat.send", { fileId: fileUrl.split("/").at(-1), orgId: config.orgId });
    });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        hidden
        aria-label={config.uiText("chat.attach")}
        onChange={attach}
      />
      <Button
        className={styles.open}
        appearance="subtle"
        icon={<AttachRegular />}
        aria-label={config.uiText("chat.attach")}
        aria-busy={busy || undefined}
        disabledFocusable={busy}
        onClick={() => picker.current?.click()}
      />
      <Input
        className={styles.field}
        input={{ style: { minWidth: 0 } }}
        aria-label={config.uiText("chat.message")}
        placeholder={config.uiText("chat.message")}
        maxLength={2000}
        value={text}
        onChange={(_, data) => setText(data.value)}
      />
      <Button
        className={styles.open}
        appearance="primary"
        type="submit"
        icon={<SendRegular />}
        aria-label={config.uiText("chat.send")}
        disabledFocusable={busy || !text.trim()}
      />
    </form>
  );
}
