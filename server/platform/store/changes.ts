import pg from "pg";
import type { Log } from "../log.ts";

/** What has changed: a session that ended, a candidate's row, or the sandbox's clock; `anything` where nobody knows. */
export type Changed = { readonly what: "session" | "candidate"; readonly id: string } | { readonly what: "anything" };

/** What any server has changed in the database, as functions.sql tells it (NOTIFY), some milliseconds after its commit. */
export interface Changes {
  /** Everything is heard. While it is not, what was read may have changed since, and nothing of it may be remembered. */
  readonly isHeard: boolean;
  hear(listener: (changed: Changed) => void): void;
  close(): Promise<void>;
}

const channel = "sanad_changed";
/** Between two attempts to hear again, in milliseconds. */
const againMs = 1000;
/** A connection that breaks without a word is noticed by this, in milliseconds. */
const proofMs = 5000;

/** An embedded database has one connection, which is busy with other things: nothing is heard there. */
export const nothingHeard: Changes = { isHeard: false, hear: () => undefined, close: async () => undefined };

/** Listens on a connection of its own, and again whenever that is lost. */
export function hearChanges(connectionString: string, log: Log): Changes {
  const listeners: ((changed: Changed) => void)[] = [];
  const tell = (changed: Changed) => listeners.forEach((listener) => listener(changed));
  let isHeard = false;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return;
    client = undefined;
    isHeard = false;
    tell({ what: "anything" });
    void lost.end().catch(() => undefined);
    clearInterval(timer);
    if (isClosed) return;
    if (error) log.warn({ reason: error.message }, "changes of other servers are not heard for now");
    timer = setTimeout(() => void begin(), againMs).unref();
  };

  const begin = async () => {
    const own = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
    });
    client = own;
    own.on("error", (error) => lose(own, error));
    own.on("end", () => lose(own));
    own.on("notification", ({ payload = "" }) => tell(toChanged(payload)));
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      // It was closed or lost meanwhile.
      if (client !== own) return void own.end().catch(() => undefined);
      // What changed before is not known.
      tell({ what: "anything" });
      isHeard = true;
      timer = setInterval(() => void own.query("select 1").catch((error: Error) => lose(own, error)), proofMs).unref();
    } catch (error) {
      lose(own, error as Error);
    }
  };
  void begin();

  return {
    get isHeard() {
      return isHeard;
    },
    hear: (listener) => void listeners.push(listener),
    close: async () => {
      isClosed = true;
      isHeard = false;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}

function toChanged(payload: string): Changed {
  const [what, id] = payload.split(" ", 2);
  return (what === "session" || what === "candidate") && id ? { what, id } : { what: "anything" };
}
