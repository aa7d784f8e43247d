import { sql } from "drizzle-orm";
import { afterCommit } from "#server/platform/attempt.ts";
import { describeError, type Log } from "#server/platform/log.ts";
import { findOrigin, withOrigin } from "#server/platform/origin.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Channel, MessagePort } from "#server/ports/messages.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { outbox } from "#server/platform/store/tables/messages.ts";

export interface MessageContent {
  /** Mail alone has one. */
  subject: string | null;
  text: string;
  /** The code in the text, so that a sandbox can show it apart. */
  otp: string | null;
  /** ISO 8601; not sent after this moment. */
  worthlessAfter: string | null;
}

export interface OutgoingMessage {
  /** The same event never sends twice: `txn-completed:{txnId}:sms`. */
  dedupKey: string;
  channel: Channel;
  /** E.164 or a mail address. */
  to: string;
  subject?: string | null;
  text: string;
  otp?: string | null;
  worthlessAfterSeconds?: number;
}

/** Messages leave in two steps: written with the business change, sent after it was committed. */
export interface Outbox {
  /** Joins the caller's transaction; a known dedupKey writes nothing. */
  write(tx: Queryable, message: OutgoingMessage): Promise<void>;
  /** Sends soon, without waiting: call it after the commit. */
  kick(): void;
  /** Sends what is due; returns when nothing is. Failures are logged and tried again. */
  flush(): Promise<void>;
  /** Forgets what was sent, or given up, long ago. */
  sweep(): Promise<void>;
}

const maxAttempts = 12;
const leaseSeconds = 60;
/** A gateway that fails after so long is silent: its other messages wait for the next round, and nobody else's for them. */
const silentMs = 5000;
/** So long the same event writes no second message; by then what it was about is over. */
const keptDays = 90;

interface OutboxRow extends Record<string, unknown> {
  id: string;
  channel: Channel;
  recipient: string;
  sealed_content: string;
  attempts: number;
  request_id: string | null;
  created_at: Date | string;
  now: Date | string;
}

export function createOutbox(db: Database, secrets: Secrets, ports: Record<Channel, MessagePort>, log: Log): Outbox {
  let sending: Promise<void> = Promise.resolve();

  let waiting: Promise<void> | undefined;

  const claim = async (silent: ReadonlySet<Channel>): Promise<OutboxRow | undefined> => {
    const { rows } = await db.execute<OutboxRow>(sql`
      update outbox set attempts = attempts + 1, due_at = app_now() + ${leaseSeconds} * interval '1 second'
      where id = (select id from outbox where sent_at is null and failed_at is null and due_at <= app_now() and channel <> all (${sql.param([...silent])}::text[]) order by seq limit 1 for update skip locked)
      returning id, channel, recipient, sealed_content, attempts, request_id, created_at, app_now() as now`);
    return rows[0];
  };
  const send = async (row: OutboxRow, silent: Set<Channel>) => {
    const began = performance.now();
    try {
      const ended = await deliver(row, secrets, ports);
      await close(row.id, ended);
      if (ended === "sent_at") log.info({ channel: row.channel, attempts: row.attempts }, "message sent");
    } catch (error) {
      log.warn({ channel: row.channel, attempts: row.attempts, ...describeError(error) }, "message not sent");
      if (performance.now() - began >= silentMs) silent.add(row.channel);
      if (row.attempts >= maxAttempts) return close(row.id, "failed_at");
      const backoffSeconds = Math.min(5 * 2 ** row.attempts, 900);
      await db.execute(
        sql`update outbox set due_at = app_now() + ${backoffSeconds} * interval '1 second' where id = ${row.id}`,
      );
    }
  };
  /** What was said is nobody's business once it is said. */
  const close = async (id: string, column: "sent_at" | "failed_at") => {
    await db.execute(
      sql`update outbox set ${sql.identifier(column)} = app_now(), sealed_content = null where id = ${id}`,
    );
  };
  const sendAll = async () => {
    const silent = new Set<Channel>();
    for (let row = await claim(silent); row; row = await claim(silent)) {
      const next = row;
      await withOrigin(next.request_id, () => send(next, silent));
    }
  };
  /** One round that has not begun yet is everybody's. */
  const flush = () => {
    sending = waiting ??= sending
      .then(() => {
        waiting = undefined;
        return sendAll();
      })
      .catch((error: unknown) => log.error(describeError(error), "outbox could not be sent"));
    return sending;
  };
  return {
    async write(tx, message) {
      const { subject = null, text, otp = null, worthlessAfterSeconds } = message;
      const { rows } = await tx.execute<{ now: Date | string }>(sql`select app_now() as now`);
      const worthlessAfter =
        worthlessAfterSeconds === undefined
          ? null
          : new Date(new Date(rows[0]!.now).getTime() + worthlessAfterSeconds * 1000).toISOString();
      const sealed = secrets.seal({ subject, text, otp, worthlessAfter } satisfies MessageContent);
      await tx.execute(sql`
        insert into outbox (id, dedup_key, channel, recipient, sealed_content, request_id, due_at, created_at)
        values (${newId()}, ${message.dedupKey}, ${message.channel}, ${message.to}, ${sealed}, ${findOrigin() ?? null}, app_now(), app_now())
        on conflict (dedup_key) do nothing`);
    },
    kick: () => afterCommit(() => void flush()),
    flush,
    sweep: () =>
      prune(
        db,
        outbox,
        sql`(sent_at is not null or failed_at is not null) and created_at < app_now() - ${keptDays} * interval '1 day'`,
      ),
  };
}

/**
 * Hands a message to its gateway, unless it is worthless by now. → how it ended. Throws what the gateway does, and where no
 * key of the list opens it: another server may have that key.
 */
async function deliver(
  row: OutboxRow,
  secrets: Secrets,
  ports: Record<Channel, MessagePort>,
): Promise<"sent_at" | "failed_at"> {
  const { worthlessAfter, ...content } = secrets.unseal<MessageContent>(row.sealed_content);
  if (worthlessAfter && new Date(row.now) > new Date(worthlessAfter)) return "failed_at";
  await ports[row.channel].send({
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    createdAt: new Date(row.created_at),
    ...content,
  });
  return "sent_at";
}
