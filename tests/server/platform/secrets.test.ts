import { afterAll, beforeAll, expect, test } from "vitest";
import { createOtpService, type OtpService } from "#server/accounts/otp/otp.ts";
import { createSessions } from "#server/accounts/sessions/sessions.ts";
import { secretNames, type SecretLists } from "#server/platform/secret-lists.ts";
import { loadSecrets, type Secrets } from "#server/platform/secrets.ts";
import { transact } from "#server/platform/store/database.ts";
import { findSigningKeyId, signBody } from "#server/wallet/verifier/signature.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { sealWithoutId } from "./keys/former-seal.ts";

let app: TestApp;
/** With the old key, with both, and with the new key alone. */
let before: Secrets;
let between: Secrets;
let after: Secrets;

const toLists = (...letters: string[]): SecretLists =>
  Object.fromEntries(secretNames.map((name) => [name, letters.map((letter) => letter.repeat(32))]));

beforeAll(async () => {
  app = await startTestApp();
  const load = (...letters: string[]) =>
    loadSecrets(app.services.pool, { secrets: toLists(...letters), sandbox: false });
  [before, between, after] = [await load("a"), await load("b", "a"), await load("b")];
});

afterAll(() => app.close());

test("takes no secret from the database outside the sandbox", async () => {
  const none = await loadSecrets(app.services.pool, { secrets: {}, sandbox: false });
  expect(() => none.key("access-token")).toThrow("TOKEN_SECRET was asked for, and is not set");
});

test("takes a sandbox's own secret as a setting once, as after a restore", async () => {
  const { rows } = await app.services.pool.query<{ value: string }>(
    "select value from secrets where name = 'SEAL_SECRET'",
  );
  const settings = { secrets: { SEAL_SECRET: [rows[0]!.value] }, sandbox: true };
  expect((await loadSecrets(app.services.pool, settings)).keyIds("SEAL_SECRET")).toHaveLength(1);
});

test("opens and verifies data of an old key until that leaves the list", () => {
  const sealed = before.seal("outbox-message", "1", { otp: "1" });
  expect(between.unseal("outbox-message", "1", sealed)).toEqual({ otp: "1" });
  expect(() => after.unseal("outbox-message", "1", sealed)).toThrow("SEAL_SECRET does not list");
  expect(after.unseal("outbox-message", "1", between.seal("outbox-message", "1", 2))).toBe(2);
  const now = new Date();
  const headers = signBody(before, "{}", now);
  const findIn = (secrets: Secrets, given = headers) => findSigningKeyId(secrets, given, "{}", now);
  expect([between, after].map((secrets) => findIn(secrets))).toEqual([before.keyIds("WEBHOOK_SECRET")[0], undefined]);
  expect(findIn(after, signBody(between, "{}", now))).toBe(after.keyIds("WEBHOOK_SECRET")[0]);
});

test("opens a sealed value in its own row and column only", () => {
  const sealed = after.seal("offer-code", "a", "code");
  expect(after.unseal("offer-code", "a", sealed)).toBe("code");
  expect(() => after.unseal("offer-code", "b", sealed)).toThrow("for another row");
  expect(() => after.unseal("offer-digits", "a", sealed)).toThrow("for another row");
  const [version, id, data] = sealed.split(".");
  expect([version, id]).toEqual(["v2", after.keyIds("SEAL_SECRET")[0]]);
  expect(() => after.unseal("offer-code", "a", data!)).toThrow("without an id");
  expect(() => between.unseal("offer-code", "a", `v2.${before.keyIds("SEAL_SECRET")[0]}.${data}`)).toThrow(
    "for another row",
  );
});

test("opens and reseals a value from before keys had ids", () => {
  const old = sealWithoutId(before.key("former-issuer"), { code: "1" });
  expect(between.unseal("offer-code", "a", old)).toEqual({ code: "1" });
  const resealed = between.reseal("offer-code", "a", old)!;
  expect(after.unseal("offer-code", "a", resealed)).toEqual({ code: "1" });
  expect(after.reseal("offer-code", "a", resealed)).toBeUndefined();
  expect(() => after.reseal("offer-code", "a", old)).toThrow("without an id");
});

test("gives a key another id in each secret, and none that shows the key", () => {
  const ids = secretNames.flatMap((name) => before.keyIds(name));
  expect(new Set(ids).size).toBe(secretNames.length);
  for (const id of ids) expect(before.key("access-token").toString("hex")).not.toContain(id);
});

test("keeps sessions during a key rotation, and answers a repeated renewal again", async () => {
  const { db } = app.services;
  const { rows } = await app.services.pool.query<{ id: string }>(
    "insert into candidates (id, mobile, display_name, created_at) values (gen_random_uuid()::text, $1, 'Asha', app_now()) returning id",
    [newMobile()],
  );
  const [old, both, fresh] = [before, between, after].map((secrets) => createSessions(db, secrets));
  const tokens = await transact(db, (tx) => old!.open(tx, rows[0]!.id));
  expect((await both!.find(tokens.accessToken)).candidate.id).toBe(rows[0]!.id);
  await expect(fresh!.find(tokens.accessToken)).rejects.toMatchObject({ kind: "signedOut" });
  const renewed = await old!.renew(tokens.refreshToken);
  expect((await both!.renew(tokens.refreshToken)).refreshToken).toBe(renewed.refreshToken);
  expect((await both!.renew(renewed.refreshToken)).refreshToken).not.toBe(renewed.refreshToken);
});

test("accepts a code from before the rotation, and keeps a block", async () => {
  const [old, both] = [before, between].map((secrets) =>
    createOtpService(app.services.db, secrets, app.services.outbox),
  );
  const subject = newMobile();
  let code = "";
  const send = (otp: OtpService) =>
    otp.send({
      purpose: "test",
      subject,
      candidateId: null,
      channel: "sms",
      to: subject,
      preparePayload: async () => "proved",
      writeMessage: (given) => {
        code = given;
        return { subject: "", text: "" };
      },
    });
  const enter = (otp: OtpService, txnId: string, given: string) =>
    otp.verify<string, string>(
      { txnId, otp: given, purpose: "test", candidateId: null },
      async (_tx, payload) => payload,
    );
  const first = await send(old!);
  expect(await enter(both!, first.txnId, code)).toBe("proved");
  const second = await send(old!);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let i = 0; i < 3; i++) await enter(old!, second.txnId, wrong).catch(() => undefined);
  await expect(send(both!)).rejects.toMatchObject({ kind: "blocked" });
});
