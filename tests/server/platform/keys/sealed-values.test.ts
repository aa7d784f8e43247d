import { PgDialect } from "drizzle-orm/pg-core";
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readKeyStatus } from "#server/platform/keys/key-status.ts";
import { checkKeys, dropKey, MissingKeys } from "#server/platform/keys/missing-keys.ts";
import { countSealed, listSealedKeyIds, resealValues, unnamedKey } from "#server/platform/keys/sealed-values.ts";
import { loadSecrets, type Secrets } from "#server/platform/secrets.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { listPublicKeys, readSigningKey } from "#server/wallet/credentials/issuer-keys.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { sealWithoutId } from "./former-seal.ts";
import { listSecrets } from "./restartable-app.ts";

let app: TestApp;
let db: Queryable;
let former: Secrets;
let both: Secrets;
let fresh: Secrets;

const load = (...letters: string[]) =>
  loadSecrets(app.services.pool, { secrets: listSecrets(...letters), sandbox: false });
const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.services.pool.query(text, values)).rows as T[];

beforeAll(async () => {
  app = await startTestApp();
  ({ db } = app.services);
  [former, both, fresh] = [await load("a"), await load("b", "a"), await load("b")];
});
beforeEach(async () => {
  for (const table of [
    "otp_codes",
    "outbox",
    "idempotency_keys",
    "issuer_keys",
    "share_links",
    "credentials",
    "secret_keys",
  ])
    await query(`delete from ${table}`);
});
afterAll(() => app?.close());

const addCodes = (codes: readonly { id: string; sealed: string }[]) =>
  query(
    `insert into otp_codes (id, purpose, limit_key, code_hmac, sealed_payload, expires_at, created_at)
     select id, 'test', 'test', '', sealed, app_now() + interval '1 hour', app_now() from unnest($1::text[], $2::text[]) as code (id, sealed)`,
    [codes.map(({ id }) => id), codes.map(({ sealed }) => sealed)],
  );
const readCode = async (id: string) =>
  (await query<{ sealed: string }>("select sealed_payload as sealed from otp_codes where id = $1", [id]))[0]!.sealed;

describe("resealValues", () => {
  test("seals the values of older keys, with and without an id, by the newest", async () => {
    const codes = Array.from({ length: 450 }, (_, n) => ({ id: `code ${n}`, value: `payload ${n}` }));
    const sealed = codes.map(({ id, value }, n) => ({
      id,
      sealed: n % 2 === 0 ? former.seal("otp-payload", id, value) : sealWithoutId(former.key("former-issuer"), value),
    }));
    await addCodes(sealed);
    expect(await resealValues(db, both)).toEqual({ resealed: 450, unopened: 0 });
    for (const { id, value } of codes) expect(fresh.unseal("otp-payload", id, await readCode(id))).toBe(value);
    expect(await resealValues(db, both)).toEqual({ resealed: 0, unopened: 0 });
  });

  test("leaves values that no key opens, and seals the others", async () => {
    await addCodes([
      { id: "moved", sealed: former.seal("otp-payload", "another", 1) },
      { id: "old", sealed: former.seal("otp-payload", "old", 2) },
    ]);
    expect(await resealValues(db, both)).toEqual({ resealed: 1, unopened: 1 });
    expect(fresh.unseal("otp-payload", "old", await readCode("old"))).toBe(2);
  });

  test("keeps what a writer stored while it sealed the old value", async () => {
    await addCodes(["a", "b"].map((id) => ({ id, sealed: former.seal("otp-payload", id, "old") })));
    const written = fresh.seal("otp-payload", "a", "written meanwhile");
    const raced = beforeUpdates(() => query("update otp_codes set sealed_payload = $1 where id = 'a'", [written]));
    expect(await resealValues(raced, both)).toEqual({ resealed: 1, unopened: 0 });
    expect(await readCode("a")).toBe(written);
    expect(fresh.unseal("otp-payload", "b", await readCode("b"))).toBe("old");
  });

  test("does not bring back a value that was deleted meanwhile", async () => {
    const sealed = former.seal("outbox-message", "m", "text");
    await query(
      "insert into outbox (id, dedup_key, channel, recipient, sealed_content, due_at, created_at) values ('m', 'm', 'sms', '+919000000001', $1, app_now(), app_now())",
      [sealed],
    );
    const raced = beforeUpdates(() => query("update outbox set sealed_content = null where id = 'm'"));
    expect(await resealValues(raced, both)).toEqual({ resealed: 0, unopened: 0 });
    expect(await query("select sealed_content from outbox where id = 'm'")).toEqual([{ sealed_content: null }]);
  });

  /** The database, with a writer that comes before each update. */
  function beforeUpdates(write: () => Promise<unknown>): Queryable {
    const dialect = new PgDialect();
    const execute = async (statement: SQL) => {
      if (dialect.sqlToQuery(statement).sql.trim().startsWith("update")) await write();
      return db.execute(statement);
    };
    return new Proxy(db, { get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name)) });
  }
});

test("finds the key ids of 100,000 rows in a fraction of the time that counting takes", async () => {
  const [first, second] = [former.seal("idempotent-answer", "", 1), fresh.seal("idempotent-answer", "", 1)];
  await query(
    `insert into idempotency_keys (id, operation, body_hash, sealed_response, created_at)
     select n::text, 'test', '', case when n % 1000 = 0 then $1 else $2 end, app_now() from generate_series(1, 100000) n`,
    [first, second],
  );
  const ids = (await listSealedKeyIds(db)).filter(({ use }) => use === "idempotent-answer").map(({ keyId }) => keyId);
  expect(ids.sort()).toEqual([former, fresh].map((secrets) => secrets.keyIds("SEAL_SECRET")[0]).sort());
  const [listing, counting] = [await measure(() => listSealedKeyIds(db)), await measure(() => countSealed(db))];
  expect(listing).toBeLessThan(counting / 3);
});

/** The shortest of five runs, in milliseconds. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

describe("a lost key", () => {
  const keyId = () => former.keyIds("SEAL_SECRET")[0]!;

  beforeEach(async () => {
    await addCodes([
      { id: "lost", sealed: former.seal("otp-payload", "lost", 1) },
      { id: "kept", sealed: fresh.seal("otp-payload", "kept", 2) },
    ]);
    await query(
      "insert into idempotency_keys (id, operation, body_hash, status, sealed_response, created_at) values ('i', 'test', '', 200, $1, app_now())",
      [former.seal("idempotent-answer", "i", {})],
    );
    await transact(app.services.db, (tx) => readSigningKey(tx, former));
  });

  test("stops the start, with secret, key and rows", async () => {
    const refused = await checkKeys(db, fresh).catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(MissingKeys);
    expect((refused as Error).message.split("\n")[1]).toBe(
      `  SEAL_SECRET: the key ${keyId()} is not listed, and is needed for one-time codes (1), answers of repeatable calls (1), keys that sign credentials (1).`,
    );
  });

  test("is given up with what only it opens; the server signs with a new key, and the old one still verifies", async () => {
    const before = await listPublicKeys(db);
    expect(await dropKey(db, fresh, "SEAL_SECRET", keyId())).toBe(3);
    await checkKeys(db, fresh);
    expect(await query("select id from otp_codes")).toEqual([{ id: "kept" }]);
    expect(await query("select status, sealed_response from idempotency_keys")).toEqual([
      { status: 200, sealed_response: null },
    ]);
    const { kid } = await transact(app.services.db, (tx) => readSigningKey(tx, fresh));
    const after = (await listPublicKeys(db)).map((key) => key.kid);
    expect([...after].sort()).toEqual([before[0]!.kid!, kid].sort());
    const audit = await query("select detail from audit_log where event = 'key-dropped' order by seq desc limit 1");
    expect(audit).toEqual([{ detail: { secret: "SEAL_SECRET", keyId: keyId(), values: 3 } }]);
  });

  test("is not given up while a setting lists it, or when nothing needs it", async () => {
    await expect(dropKey(db, both, "SEAL_SECRET", keyId())).rejects.toThrow("take it out of the setting first");
    await expect(dropKey(db, fresh, "SEAL_SECRET", "0123456789ab")).rejects.toThrow("Nothing needs");
    expect(await query("select id from otp_codes order by id")).toEqual([{ id: "kept" }, { id: "lost" }]);
  });

  test("stops the start also when its values have no key id", async () => {
    await dropKey(db, fresh, "SEAL_SECRET", keyId());
    await addCodes([{ id: "unnamed", sealed: sealWithoutId(former.key("former-issuer"), 1) }]);
    await expect(checkKeys(db, fresh)).rejects.toThrow("a key from before keys had ids is not listed");
    expect(await readKeyStatus(db, fresh)).toContainEqual(
      expect.objectContaining({ keyId: unnamedKey, place: "not listed" }),
    );
    expect(await dropKey(db, fresh, "SEAL_SECRET", unnamedKey)).toBe(1);
    await checkKeys(db, fresh);
  });
});

test("ends the need for a key that is given up, and begins it again when a setting lists it", async () => {
  const pool = await load("d");
  await checkKeys(db, pool);
  await query("update secret_keys set used_at = app_now() where secret = 'WEBHOOK_SECRET' and key_id = $1", [
    pool.keyIds("WEBHOOK_SECRET")[0],
  ]);
  const next = await load("e");
  await expect(checkKeys(db, next)).rejects.toThrow("is needed for calls of verifiers");
  await dropKey(db, next, "WEBHOOK_SECRET", pool.keyIds("WEBHOOK_SECRET")[0]!);
  await checkKeys(db, next);
  await checkKeys(db, await load("e", "d"));
  await expect(checkKeys(db, next)).rejects.toThrow("is needed for calls of verifiers");
});
