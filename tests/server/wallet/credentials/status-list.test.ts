import { StatusList } from "@sd-jwt/jwt-status-list";
import { decodeJwt } from "jose";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { allocateStatus } from "#server/wallet/credentials/status-list.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

const issuer = "http://localhost:3000";
let app: TestApp;
let candidateId: string;
let made = 0;

beforeAll(async () => {
  app = await startTestApp();
  const mobile = newMobile();
  await app.signIn(mobile);
  const { rows } = await app.services.pool.query("select id from candidates where mobile = $1", [mobile]);
  candidateId = rows[0].id;
});
afterAll(() => app?.close());
afterEach(async () => void (await app.services.pool.query("delete from credential_statuses")));

/** A stored credential without content. */
async function addCredential(): Promise<string> {
  const id = `credential-${(made += 1)}`;
  await app.services.pool.query(
    `insert into credentials (id, candidate_id, transaction_id, sub_type, credential_type, attributes, attributes_hash, issuer, token, issued_at)
     values ($1, $2, 'none', 'none', 'Degree', '{}', $1, $3, '', app_now())`,
    [id, candidateId, issuer],
  );
  return id;
}
const allocate = (id: string) => transact(app.services.db, (tx) => allocateStatus(tx, id, issuer));
const withdraw = (id: string) =>
  app.services.pool.query("update credentials set revoked_at = app_now() where id = $1", [id]);
const readList = (list: number, headers: Record<string, string> = {}) =>
  app.call("GET", `/credentials/status/${list}`, { headers });
const readBits = async (list: number) => {
  const { status_list: packed } = decodeJwt<{ status_list: { lst: string } }>((await readList(list)).body);
  return StatusList.decompressStatusList(packed.lst, 1).statusList;
};

describe("allocateStatus", () => {
  test("draws places without order or pattern, and never twice", async () => {
    const id = await addCredential();
    const places: number[] = [];
    for (let n = 0; n < 400; n += 1) places.push((await allocate(id)).idx);
    expect(new Set(places).size).toBe(400);
    // A counted or strided allocation has one step only. 399 random steps repeat hardly ever.
    const steps = places.slice(1).map((place, at) => (place - places[at]! + 65_536) % 65_536);
    expect(new Set(steps).size).toBeGreaterThan(380);
    // Spread over the whole list: a quarter gets 100, give or take five standard deviations.
    for (const quarter of [0, 1, 2, 3]) {
      const count = places.filter((place) => Math.floor(place / 16_384) === quarter).length;
      expect(count).toBeGreaterThan(55);
      expect(count).toBeLessThan(145);
    }
  });

  test("opens the next list when draws find no free place", async () => {
    const id = await addCredential();
    // In parts: the watchdog restarts an embedded database that one statement keeps busy for five seconds.
    for (let first = 0; first < 65_536; first += 8192)
      await app.services.pool.query(
        "insert into credential_statuses (credential_id, list, place) select $1, 0, place from generate_series($2::int, $3::int) as place",
        [id, first, first + 8191],
      );
    expect((await allocate(id)).uri).toBe(`${issuer}/credentials/status/1`);
    expect((await allocate(id)).uri).toBe(`${issuer}/credentials/status/1`);
    expect((await readList(2)).statusCode).toBe(404);
  });

  test("places the entries of servers that count by their number, apart from drawn ones", async () => {
    const id = await addCredential();
    const { rows } = await app.services.pool.query(
      "insert into credential_statuses (number, credential_id) overriding system value values (65539, $1), (1073741824, $1) returning list, place",
      [id],
    );
    expect(rows).toEqual([
      { list: 1, place: (3 * 40_503) % 65_536 },
      { list: 16_384, place: 0 },
    ]);
    expect((await allocate(id)).uri).toBe(`${issuer}/credentials/status/1`);
  });
});

describe("a status list", () => {
  test("reads the same for unused places and valid credentials, and 1 only for withdrawn ones", async () => {
    const [valid, withdrawn] = [await addCredential(), await addCredential()];
    await allocate(valid);
    const { idx } = await allocate(withdrawn);
    const copy = await allocate(withdrawn);
    expect((await readBits(0)).every((bit) => bit === 0)).toBe(true);
    await withdraw(withdrawn);
    const bits = await readBits(0);
    expect(bits).toHaveLength(65_536);
    expect(bits.flatMap((bit, at) => (bit === 1 ? [at] : [])).toSorted()).toEqual([idx, copy.idx].toSorted());
  });

  test("is signed once until it changes, and answers 304 to a copy that is up to date", async () => {
    const [id, other] = [await addCredential(), await addCredential()];
    await allocate(id);
    await allocate(other);
    const first = await readList(0);
    const etag = String(first.headers["etag"]);
    expect(first.headers["cache-control"]).toBe("public, max-age=300");
    await allocate(other);
    expect((await readList(0)).body).toBe(first.body);
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const again = await readList(0, { "if-none-match": known });
      expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", etag]);
      expect(again.headers["cache-control"]).toBe("public, max-age=300");
    }
    await withdraw(id);
    const changed = await readList(0, { "if-none-match": etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.body).not.toBe(first.body);
    expect((await readList(0)).body).toBe(changed.body);
  });

  test("is signed again before a copy in a cache expires", async () => {
    await allocate(await addCredential());
    const first = await readList(0);
    await app.advance(240);
    expect((await readList(0)).body).toBe(first.body);
    await app.advance(61);
    const second = await readList(0);
    expect(second.body).not.toBe(first.body);
    const { exp = 0, iat = 0 } = decodeJwt(second.body);
    expect(exp - iat).toBe(600);
  });

  test("costs a flood of calls a few looks at the database, of which none is older than its call", async () => {
    const id = await addCredential();
    await allocate(id);
    await readList(0);
    const query = vi.spyOn((app.services.db as unknown as { $client: pg.Pool }).$client, "query");
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.services.statusLists.read(0)));
    expect(new Set(answers.map((list) => list?.token)).size).toBe(1);
    expect(query.mock.calls.length).toBeGreaterThan(0);
    expect(query.mock.calls.length).toBeLessThan(4);
    query.mockRestore();
    const flood = Array.from({ length: 50 }, () => app.services.statusLists.read(0));
    await withdraw(id);
    const after = app.services.statusLists.read(0);
    expect((await after)?.token).not.toBe(answers[0]?.token);
    await Promise.all(flood);
  });
});
