import pg from "pg";
import type { Log } from "../log.ts";

/**
 * A session that ended, a candidate's row that changed, or `anything` when the rest is unknown or the sandbox's clock
 * moved.
 */
export type Change = { readonly what: "session" | "candidate"; readonly id: string } | { readonly what: "anything" };

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

const channel = "sanad_changed";
/** Delay before a new connection, in milliseconds. */
const reconnectMs = 1000;
/** Interval of the probe that notices a dead connection, in milliseconds. */
const probeMs = 5000;

/** For the embedded database: its one connection cannot also listen. */
export const noChangeFeed: ChangeFeed = { isListening: false, onChange: () => undefined, close: async () => undefined };

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
    connection.on("notification", ({ payload = "" }) => notify(toChange(payload)));
    try {
      await connection.connect();
      await connection.query(`listen ${channel}`);
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

function toChange(payload: string): Change {
  const [what, id] = payload.split(" ", 2);
  return (what === "session" || what === "candidate") && id ? { what, id } : { what: "anything" };
}
