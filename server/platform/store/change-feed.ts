import pg from "pg";
import type { Log } from "../log.ts";

/**
 * A session that ended, a candidate's row that changed, the sandbox's clock that moved, `anything` when changes may
 * have been missed, or what changed for a candidate.
 */
export type Change =
  | { readonly what: "session" | "candidate"; readonly id: string }
  | { readonly what: "clock" | "anything" }
  | News;

/** What changed for a candidate. */
export interface News {
  readonly what: "news";
  readonly candidateId: string;
  readonly about: "transaction" | "chat" | "notices";
  /** The id of the transaction or the organisation; empty for notices. */
  readonly id: string;
}

/**
 * Changes that any server commits to the database. functions.sql sends them by NOTIFY, some milliseconds after the
 * commit.
 */
export interface ChangeFeed {
  /** False while changes may be missed. Nothing may be cached then. */
  readonly isListening: boolean;
  onChange(listener: (change: Change) => void): void;
  close(): Promise<void>;
}

/** The channel of changes, and that of news for candidates. */
const changedChannel = "sanad_changed";
const newsChannel = "sanad_news";
export const listenStatement = `listen ${changedChannel}; listen ${newsChannel}`;
/** Delay before a new connection, in milliseconds. */
const reconnectMs = 1000;
/** Interval of the probe that notices a dead connection, in milliseconds. */
const probeMs = 5000;

/** Reports no changes. */
export const noChangeFeed: ChangeFeed = { isListening: false, onChange: () => undefined, close: async () => undefined };

/**
 * The feed of the embedded database. Its one connection also listens, by `listenStatement`: a notification arrives with
 * the answer of the commit. Caches rely on a feed that notices its own loss, so this one counts as not listening.
 */
export function followPool(pool: pg.Pool): ChangeFeed {
  const listeners: ((change: Change) => void)[] = [];
  const notify = (change: Change) => listeners.forEach((listener) => listener(change));
  pool.on("connect", (client) => {
    client.on("notification", (message) => notify(toChange(message)));
    notify({ what: "anything" });
  });
  return { ...noChangeFeed, onChange: (listener) => void listeners.push(listener) };
}

/** Listens on a separate connection, and reconnects when it is lost. */
export function openChangeFeed(connectionString: string, log: Log): ChangeFeed {
  const listeners: ((change: Change) => void)[] = [];
  const notify = (change: Change) => listeners.forEach((listener) => listener(change));
  let isListening = false;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const onLost = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return;
    client = undefined;
    isListening = false;
    notify({ what: "anything" });
    void lost.end().catch(() => undefined);
    clearInterval(timer);
    if (isClosed) return;
    if (error) log.warn({ reason: error.message }, "changes of other servers are missed for now");
    timer = setTimeout(() => void connect(), reconnectMs).unref();
  };

  const connect = async () => {
    const connection = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
    });
    client = connection;
    connection.on("error", (error) => onLost(connection, error));
    connection.on("end", () => onLost(connection));
    connection.on("notification", (message) => notify(toChange(message)));
    try {
      await connection.connect();
      await connection.query(listenStatement);
      // Closed or lost in the meantime.
      if (client !== connection) return void connection.end().catch(() => undefined);
      // Earlier changes may have been missed.
      notify({ what: "anything" });
      isListening = true;
      const probe = () => void connection.query("select 1").catch((error: Error) => onLost(connection, error));
      timer = setInterval(probe, probeMs).unref();
    } catch (error) {
      onLost(connection, error as Error);
    }
  };
  void connect();

  return {
    get isListening() {
      return isListening;
    },
    onChange: (listener) => void listeners.push(listener),
    close: async () => {
      isClosed = true;
      isListening = false;
      clearTimeout(timer);
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },
  };
}

function toChange({ channel, payload = "" }: pg.Notification): Change {
  if (channel === newsChannel) return toNews(payload) ?? { what: "anything" };
  const [what, id] = payload.split(" ", 2);
  if (what === "") return { what: "clock" };
  return (what === "session" || what === "candidate") && id ? { what, id } : { what: "anything" };
}

function toNews(payload: string): News | undefined {
  const [candidateId, about, id = ""] = payload.split(" ", 3);
  const isKnown = about === "transaction" || about === "chat" || about === "notices";
  return candidateId && isKnown ? { what: "news", candidateId, about, id } : undefined;
}
