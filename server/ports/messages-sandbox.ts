import type pg from "pg";
import type { Secrets } from "#server/platform/secrets.ts";
import type { MessagePort } from "./messages.ts";
import type { Outages } from "./outages.ts";

/** Stores each message once, for `/sandbox/outbox`, in place of phones and mailboxes. */
export function createSandboxMessages(pool: pg.Pool, secrets: Secrets, outages: Outages): MessagePort {
  return {
    send: async ({ id, channel, to, createdAt, subject, text, otp }) => {
      outages.assertUp("messages");
      await pool.query(
        `insert into sandbox_messages (id, channel, recipient, sealed_content, created_at) values ($1, $2, $3, $4, $5) on conflict (id) do nothing`,
        [id, channel, to, secrets.seal("sandbox-message", id, { subject, text, otp }), createdAt],
      );
    },
  };
}
