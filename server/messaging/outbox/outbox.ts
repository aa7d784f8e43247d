import { sql } from "drizzle-orm";
import { afterCommit } from "#server/platform/idempotent-call.ts";
import { describeError, type Log } from "#server/platform/log.ts";
import { findCorrelationId, withRequestContext } from "#server/platform/request-context.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Channel, MessagePort } from "#server/ports/messages.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { outbox } from "#server/platform/store/tables/messages.ts";

export interface MessageContent {
  /** Mails alone have one. */
  subject: string | null;
  text: string;
  /** The one-time code in the text, so that the sandbox can show it separately. */
  otp: string | null;
  /** ISO 8601. After this time it is not sent. */
  worthlessAfter: string | null;
}

export interface OutgoingMessage {
  /** Prevents a second message for the same event: `txn-completed:{txnId}:sms`. */
  dedupKey: string;
  channel: Channel;
  /** E.164 or a mail address. */
  to: string;
  /** The notice in the wallet with the same content. */
  noticeId?: string;
  subject?: string | null;
  text: string;
  otp?: string | null;
  worthlessAfterSeconds?: number;
  /** Waits for more of the same kind: a message that waits under this key gets the new text and its own time stays. */
  hold?: { key: string; seconds: number };
}

/** Messages that wait for more of the same kind. */
export interface HeldMessages {
  /** An attempt to send one has begun. */
  hasLeft: boolean;
  /** When the first one leaves, and the time of writing; missing when none waits. */
  waiting?: { dueAt: Date; createdAt: Date };
}

/** Transactional outbox: a message is written with the business change, and sent after the commit. */
export interface Outbox {
  /** Joins the caller's transaction. A known dedupKey writes nothing. */
  write(tx: Queryable, message: OutgoingMessage): Promise<void>;
  /** Deletes messages that wait under this key or one below it, before their first attempt. */
  dropHeld(tx: Queryable, key: string): Promise<void>;
  /** Gives a message that waits under this key a new text, before its first attempt. */
  rewriteHeld(tx: Queryable, message: Pick<OutgoingMessage, "subject" | "text"> & { key: string }): Promise<void>;
  /** Sends messages that wait under this key or one below it with the next round. */
  releaseHeld(tx: Queryable, key: string): Promise<void>;
  /** What waits under this key or one below it, and whether one has left since `since`, minutes ago. */
  readHeld(tx: Queryable, key: string, since: Date): Promise<HeldMessages>;
  /** Starts to send without waiting for the next round of the job; call it after the commit. */
  flushSoon(): void;
  /** Sends all due messages. Failures are logged and tried again with back-off. */
  flush(): Promise<void>;
  /** Deletes old messages that were sent or given up. */
  sweep(): Promise<void>;
}

const maxAttempts = 12;
const leaseSeconds = 60;
/** A failure after this long means an unresponsive gateway: its other messages wait for the next round. */
const unresponsiveMs = 5000;
/** A dedupKey prevents a second message for this long. */
const retentionDays = 90;

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
  let nextRound: Promise<void> | undefined;

  const lease = async (unresponsive: ReadonlySet<Channel>): Promise<OutboxRow | undefined> => {
    const { rows } = await db.execute<OutboxRow>(sql`
      update outbox set attempts = attempts + 1, due_at = app_now() + ${leaseSeconds} * interval '1 second'
      where id = (select id from outbox where sent_at is null and failed_at is null and due_at <= app_now() and channel <> all (${sql.param([...unresponsive])}::text[]) order by seq limit 1 for update skip locked)
      returning id, channel, recipient, sealed_content, attempts, request_id, created_at, app_now() as now`);
    return rows[0];
  };
  const send = async (row: OutboxRow, unresponsive: Set<Channel>) => {
    const startedAt = performance.now();
    try {
      const outcome = await deliver(row, secrets, ports);
      await close(row.id, outcome);
      if (outcome === "sent_at") log.info({ channel: row.channel, attempts: row.attempts }, "message sent");
    } catch (error) {
      log.warn({ channel: row.channel, attempts: row.attempts, ...describeError(error) }, "message not sent");
      if (performance.now() - startedAt >= unresponsiveMs) unresponsive.add(row.channel);
      if (row.attempts >= maxAttempts) return close(row.id, "failed_at");
      const backoffSeconds = Math.min(5 * 2 ** row.attempts, 900);
      await db.execute(
        sql`update outbox set due_at = app_now() + ${backoffSeconds} * interval '1 second' where id = ${row.id}`,
      );
    }
  };
  /** Deletes the content as well. */
  const close = async (id: string, column: "sent_at" | "failed_at") => {
    await db.execute(
      sql`update outbox set ${sql.identifier(column)} = app_now(), sealed_content = null where id = ${id}`,
    );
  };
  const sendAll = async () => {
    const unresponsive = new Set<Channel>();
    for (let row = await lease(unresponsive); row; row = await lease(unresponsive)) {
      const next = row;
      await withRequestContext(next.request_id, () => send(next, unresponsive));
    }
  };
  /** Callers share a round that has not started yet. */
  const flush = () => {
    sending = nextRound ??= sending
      .then(() => {
        nextRound = undefined;
        return sendAll();
      })
      .catch((error: unknown) => log.error(describeError(error), "outbox could not be sent"));
    return sending;
  };
  return {
    async write(tx, message) {
      const { subject = null, text, otp = null, worthlessAfterSeconds, noticeId } = message;
      const { rows } = await tx.execute<{ now: Date | string }>(sql`select app_now() as now`);
      const worthlessAfter =
        worthlessAfterSeconds === undefined
          ? null
          : new Date(new Date(rows[0]!.now).getTime() + worthlessAfterSeconds * 1000).toISOString();
      const content = { subject, text, otp, worthlessAfter } satisfies MessageContent;
      const { key = null, seconds = 0 } = message.hold ?? {};
      if (key !== null && (await replaceHeld(tx, secrets, { key, seconds, content, noticeId }))) return;
      const id = newId();
      await tx.execute(sql`
        insert into outbox (id, dedup_key, hold_key, notice_id, channel, recipient, sealed_content, request_id, due_at, created_at)
        values (${id}, ${message.dedupKey}, ${key}, ${noticeId ?? null}, ${message.channel}, ${message.to},
          ${secrets.seal("outbox-message", id, content)}, ${findCorrelationId() ?? null},
          app_now() + ${seconds} * interval '1 second', app_now())
        on conflict (dedup_key) do nothing`);
    },
    dropHeld,
    releaseHeld,
    readHeld,
    rewriteHeld: (tx, message) => rewriteHeld(tx, secrets, message),
    flushSoon: () => afterCommit(() => void flush()),
    flush,
    sweep: () =>
      prune(
        db,
        outbox,
        sql`(sent_at is not null or failed_at is not null) and created_at < app_now() - ${retentionDays} * interval '1 day'`,
      ),
  };
}

/**
 * Sends a message by its gateway, unless it has expired. Returns how it ended. Throws the gateway's error, and when no
 * key of the list opens it: another server may have that key.
 */
async function deliver(
  row: OutboxRow,
  secrets: Secrets,
  ports: Record<Channel, MessagePort>,
): Promise<"sent_at" | "failed_at"> {
  const { worthlessAfter, ...content } = secrets.unseal<MessageContent>("outbox-message", row.id, row.sealed_content);
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

/** Gives a message that still waits for its first attempt a new text; → false without one. */
async function replaceHeld(
  tx: Queryable,
  secrets: Secrets,
  {
    key,
    seconds,
    content,
    noticeId,
  }: { key: string; seconds?: number; content: MessageContent; noticeId?: string | undefined },
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from outbox where hold_key = ${key} and attempts = 0 and sent_at is null and failed_at is null
    for update skip locked`);
  for (const { id } of rows)
    await tx.execute(sql`
      update outbox set sealed_content = ${secrets.seal("outbox-message", id, content)},
        notice_id = coalesce(${noticeId ?? null}, notice_id),
        due_at = least(due_at, app_now() + ${seconds ?? null}::int * interval '1 second') where id = ${id}`);
  return rows.length > 0;
}

async function rewriteHeld(
  tx: Queryable,
  secrets: Secrets,
  { key, subject = null, text }: Parameters<Outbox["rewriteHeld"]>[1],
): Promise<void> {
  await replaceHeld(tx, secrets, { key, content: { subject, text, otp: null, worthlessAfter: null } });
}

/** Messages under a key or one below it, before their first attempt. */
const isHeld = (key: string) => sql`
  (hold_key = ${key} or starts_with(hold_key, ${`${key}:`})) and attempts = 0 and sent_at is null and failed_at is null`;

async function dropHeld(tx: Queryable, key: string): Promise<void> {
  await tx.execute(sql`delete from outbox where ${isHeld(key)}`);
}

async function releaseHeld(tx: Queryable, key: string): Promise<void> {
  await tx.execute(sql`update outbox set due_at = app_now() where ${isHeld(key)}`);
}

async function readHeld(tx: Queryable, key: string, since: Date): Promise<HeldMessages> {
  const from = since.toISOString();
  const { rows } = await tx.execute<{ left: boolean; due_at: Date | string; created_at: Date | string }>(sql`
    select not (${isHeld(key)}) as left, due_at, created_at from outbox
    where created_at >= ${from}::timestamptz - interval '1 hour' and starts_with(hold_key, ${`${key}:`})
      and coalesce(sent_at, failed_at, app_now()) >= ${from}::timestamptz order by due_at`);
  const first = rows.find(({ left }) => !left);
  return {
    hasLeft: rows.some(({ left }) => left),
    ...(first && { waiting: { dueAt: new Date(first.due_at), createdAt: new Date(first.created_at) } }),
  };
}
