import { createHash } from "node:crypto";
import type pg from "pg";
import type { BundleFile, DeliveryPort } from "./delivery.ts";
import type { Outages } from "./outages.ts";

/**
 * The sandbox's evaluation body: it reads and stores what arrives, once. It acknowledges documents at once. Its clerks
 * read the report first, and the receipt comes later, by the same webhook as of a real partner
 * (`sandbox/evaluation-body.ts`).
 */
export function createSandboxDelivery(pool: pg.Pool, outages: Outages): DeliveryPort {
  return {
    send: async ({ id, round, kind, provider, about, files }) => {
      outages.assertUp("delivery");
      const arrived = await Promise.all(files.map(readFile));
      await pool.query(
        `insert into sandbox_deliveries (id, provider, transaction_id, kind, files, received_at, acknowledged_at)
         values ($1, $2, $3, $4, $5, app_now(), case when $4 = 'documents' then app_now() end)
         on conflict (id) do update set files = excluded.files, received_at = excluded.received_at
           where $6 > 1 and sandbox_deliveries.acknowledged_at is null`,
        [id, provider, about.txnId, kind, JSON.stringify(arrived), round],
      );
      return kind === "documents" ? { reference: toReference(provider, id) } : undefined;
    },
  };
}

/** The sandbox body's own reference. */
export const toReference = (provider: string, id: string): string =>
  `${provider.toUpperCase()}-${createHash("sha256").update(id).digest("hex").slice(0, 8).toUpperCase()}`;

async function readFile({ name, contentType: type, sha256, open }: BundleFile) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of await open()) {
    hash.update(chunk as Buffer);
    sizeBytes += (chunk as Buffer).length;
  }
  if (hash.digest("hex") !== sha256) throw new Error(`${name} has other bytes than its hash`);
  return { name, type, sizeBytes, sha256 };
}
