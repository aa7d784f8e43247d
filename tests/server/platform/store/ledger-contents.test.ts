import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkFiles } from "#server/cli/ledger-files.ts";
import { toFileUrl } from "#server/files/storage/file-access.ts";
import { sweepFiles } from "#server/files/storage/sweep.ts";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact } from "#server/platform/store/database.ts";
import { listContentFaults } from "#server/platform/store/ledger-contents.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import {
  address,
  begin,
  degree,
  employment,
  tenth,
  v2,
  wallet,
  type TestCandidate,
} from "../../wallet/transactions/candidate.ts";

let app: TestApp;
let asha: TestCandidate;
let marksheet: string;
let candidateId: string;

const query = (text: string, values?: unknown[]) => app.services.pool.query(text, values);
const decide = (body: Record<string, unknown>) =>
  app.call("POST", "/sandbox/verifier", { body: { txnId: asha.txnId, ...body } });
const fileId = (url: string) => url.split("/").at(-1)!;
const stored = (url: string) => path.join(app.settings.dataDir, "files", fileId(url));

/** All sentences of `npm run ledger`, whose connection may take its time. */
async function check(): Promise<string[]> {
  app.services.store.circuitBreaker.cutsSlowStatements = false;
  const { faults } = await transact(app.services.db, (tx) => checkLedger(tx));
  const contents = await transact(app.services.db, (tx) => listContentFaults(tx));
  const files = await checkFiles(app.services.db, app.services.ports.storage);
  return [...faults, ...contents, ...files.faults];
}

/** Runs a statement by hand, checks, and undoes it. */
async function checkAfter(change: string, undo: string, triggersOf?: string): Promise<string[]> {
  const run = async (statement: string) => {
    if (triggersOf) await query(`alter table ${triggersOf} disable trigger user`);
    await query(statement);
    if (triggersOf) await query(`alter table ${triggersOf} enable trigger user`);
  };
  await run(change);
  const faults = await check();
  await run(undo);
  expect(await check()).toEqual([]);
  return faults;
}

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const { rows } = await query("select candidate_id as id from transactions where id = $1", [asha.txnId]);
  candidateId = rows[0].id;
});
afterAll(() => app?.close());

describe("ordinary life", () => {
  test("is what the ledger recorded when answers are saved, edited, removed and skipped", async () => {
    marksheet = await asha.upload();
    await asha.save("bgv-tenth", tenth(marksheet));
    const edited = { ...tenth(marksheet), rollNumber: "4712" };
    const { orgId, txnId } = asha;
    const replaced = await asha.call("PUT", `${v2}/bgv`, { orgId, txnId, subType: "bgv-tenth-1", data: edited });
    expect(replaced.statusCode, replaced.body).toBe(200);
    await asha.save("bgv-employment", employment(marksheet));
    const removed = await asha.call("DELETE", `${wallet}/bgv`, { orgId, txnId, subType: "bgv-employment-1" });
    expect(removed.statusCode, removed.body).toBe(200);
    await asha.save("bgv-employment", employment(marksheet));
    const url = `${wallet}/transactions/bgv-degree/draft?orgId=${orgId}&txnId=${txnId}`;
    await asha.call("PUT", url, { version: 0, data: { course: "Physics" } });
    await asha.save("bgv-degree", degree(marksheet));
    await asha.save("bgv-address", address(await asha.takePhoto()));
    await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
    expect(await check()).toEqual([]);
    const { rows } = await query(
      "select from_state as from, to_state as to, moved_by as by from state_ledger where transaction_id = $1 and item = 'bgv-tenth-1' order by id",
      [txnId],
    );
    expect(rows).toEqual([
      { from: "NOT_INITIALIZED", to: "DATA_SAVED", by: "verifications.save" },
      { from: "DATA_SAVED", to: "DATA_SAVED", by: "verifications.replace" },
    ]);
  });

  test("shows an edit in no history of a submission", async () => {
    const info = await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`);
    expect(info.json().data.responseList[0].history).toMatchObject([{ state: "DATA_SAVED" }]);
  });

  test("is what the ledger recorded when a candidate changes the name and the identity document", async () => {
    const sent = await asha.call("PATCH", "/web-wallet/api/1.0/profile", { displayName: "Asha V. Verma" });
    expect(sent.statusCode, sent.body).toBe(200);
    const { rows } = await query("select count(*)::int as n from audit_log where event = 'names-recorded'");
    expect(rows[0].n).toBeGreaterThan(1);
    expect(await check()).toEqual([]);
  });

  test("is what the ledger recorded when it is submitted, repaired, verified and years pass", async () => {
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ data: { state: "IN_PROGRESS" } });
    expect(await check()).toEqual([]);
    await decide({ verificationName: "bgv-tenth", outcome: "insufficient", reason: "Cut off", fields: ["Marksheet"] });
    const repaired = await asha.upload(["A better scan"]);
    const data = { Marksheet: repaired };
    expect((await asha.post("/bgv/insufficiency", { subType: "bgv-tenth-1", data })).json()).toMatchObject({ code: 0 });
    expect(await check()).toEqual([]);
    marksheet = repaired;
    await decide({ outcome: "complete" });
    await asha.call("PATCH", "/web-wallet/api/1.0/profile", { displayName: "Asha Verma" });
    await app.advance(400 * 86_400);
    await app.services.jobs.runDue({ all: true });
    await asha.signInAgain();
    expect(await asha.info()).toMatchObject({ state: "COMPLETED" });
    expect(await check()).toEqual([]);
    const { rows } = await query("select count(*)::int as n from state_ledger where content is null");
    expect(rows[0].n).toBe(0);
  });

  test("is what the ledger recorded when a scanner finds and removes a submitted file", async () => {
    const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const file = await other.upload(["A paper of another candidate"]);
    await other.save("bgv-tenth", tenth(file));
    await query("update files set scan = 'infected' where id = $1", [fileId(file)]);
    await writeAudit(app.services.db, "file-infected", null, { file: fileId(file), signature: eicar.slice(0, 10) });
    await app.services.ports.storage.remove(fileId(file));
    expect(await check()).toEqual([]);
    await query("update files set created_at = app_now() - interval '31 days' where id = $1", [fileId(file)]);
    await sweepFiles(app.services);
    expect((await query("select 1 from files where id = $1", [fileId(file)])).rows).toEqual([]);
    expect(await check()).toEqual([]);
  });

  test("includes submissions from before there were hashes, which stay valid", async () => {
    const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
    await query("alter table submissions disable trigger user");
    await query(
      `insert into submissions (transaction_id, sub_type, verification_name, number, state, data, created_at, updated_at)
       values ($1, 'bgv-tenth-1', 'bgv-tenth', 1, 'DATA_SAVED', '{"rollNumber": "1"}', app_now(), app_now())`,
      [other.txnId],
    );
    await query("alter table submissions enable trigger user");
    expect(await check()).toEqual([
      `transaction ${other.txnId}, verification bgv-tenth: submission bgv-tenth-1 was added`,
    ]);
    await query(
      `insert into state_ledger (transaction_id, item, from_state, to_state, moved_by, moved_at)
       values ($1, 'bgv-tenth-1', 'NOT_INITIALIZED', 'DATA_SAVED', 'verifications.save', app_now())`,
      [other.txnId],
    );
    expect(await check()).toEqual([]);
  });

  test("recognises the address of a file in the database as the server does", async () => {
    const data = { a: [{ b: toFileUrl("one") }], c: toFileUrl("two"), d: "/files/three", e: 4 };
    const { rows } = await query("select list_file_ids($1) as id order by 1", [data]);
    expect(rows).toEqual([{ id: "one" }, { id: "two" }]);
  });
});

describe("the deletion of an account", () => {
  const remove = async (other: TestCandidate, by?: string) => {
    const tables = ["submissions", "drafts", "transaction_items", "user_inputs", "answers"];
    const owner = await query("select candidate_id as id from transactions where id = $1", [other.txnId]);
    await query("alter table submissions disable trigger submissions_state");
    await transact(app.services.db, async (tx) => {
      if (by) await setTransitionCause(tx, by);
      for (const table of tables) await tx.execute(`delete from ${table} where transaction_id = '${other.txnId}'`);
      await tx.execute(`delete from transactions where id = '${other.txnId}'`);
      for (const table of ["sessions", "profile_verifications", "notifications", "files"])
        await tx.execute(`delete from ${table} where candidate_id = '${owner.rows[0].id}'`);
      await tx.execute(`delete from candidates where id = '${owner.rows[0].id}'`);
    });
    await query("alter table submissions enable trigger submissions_state");
    return owner.rows[0].id as string;
  };
  const make = async () => {
    const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
    await other.save("bgv-tenth", tenth(await other.upload()));
    return other;
  };

  test("leaves the chain whole, and no salt by which the hashes could be guessed", async () => {
    const other = await make();
    const owner = await remove(other, "account-deletion");
    expect(await check()).toEqual([]);
    const { rows } = await query("select content from state_ledger where transaction_id = $1", [other.txnId]);
    expect(JSON.stringify(rows)).not.toMatch(/4711|Asha/);
    expect(rows.length).toBeGreaterThan(1);
    expect(
      (await query("select 1 from audit_log where event = 'candidate-deleted' and candidate_id = $1", [owner]))
        .rowCount,
    ).toBe(1);
  });

  test("gives equal answers of two transactions different hashes", async () => {
    const file = await asha.upload(["The same paper"]);
    for (const one of [asha, await make()]) {
      const { rows } = await query("select content_salt as salt from transactions where id = $1", [one.txnId]);
      expect(rows[0].salt).toMatch(/^[0-9a-f-]{36}$/);
    }
    const { rows } = await query(
      "select distinct hash_files(content_salt, to_jsonb($1::text)) as files from transactions",
      [file],
    );
    expect(rows.length).toBeGreaterThan(1);
  });

  test("is reported when it was done by hand", async () => {
    const other = await make();
    const owner = await remove(other);
    expect(await check()).toEqual([`transaction ${other.txnId} is gone`, `candidate ${owner} is gone`]);
    await writeAudit(app.services.db, "transaction-deleted", owner, { transactionId: other.txnId });
    await writeAudit(app.services.db, "candidate-deleted", owner);
    expect(await check()).toEqual([]);
  });
});

describe("a change by hand", () => {
  const where = (subType: string) => `where transaction_id = '${asha.txnId}' and sub_type = '${subType}'`;
  const place = (verification: string) => `transaction ${asha.txnId}, verification ${verification}:`;

  test("of a submission's data is reported with transaction and verification", async () => {
    const set = (to: string) =>
      `update submissions set data = data || '{"rollNumber": "${to}"}' ${where("bgv-tenth-1")}`;
    expect(await checkAfter(set("9"), set("4712"))).toEqual([
      `${place("bgv-tenth")} submission bgv-tenth-1 was changed`,
    ]);
  });

  test("that removes a submission is reported", async () => {
    await query(`create table kept as select * from submissions ${where("bgv-degree-1")}`);
    const undo = "insert into submissions select * from kept";
    expect(await checkAfter(`delete from submissions ${where("bgv-degree-1")}`, undo, "submissions")).toEqual([
      `${place("bgv-degree")} submission bgv-degree-1 is gone`,
    ]);
    await query("drop table kept");
  });

  const add = (subType: string) =>
    `insert into submissions (transaction_id, sub_type, verification_name, number, state, data, created_at, updated_at)
     select transaction_id, '${subType}', verification_name, 7, 'DATA_SAVED', data, now(), now() from submissions ${where("bgv-degree-1")}`;

  test("that adds a submission is reported", async () => {
    const undo = `delete from submissions ${where("bgv-degree-7")}`;
    expect(await checkAfter(add("bgv-degree-7"), undo, "submissions")).toEqual([
      `${place("bgv-degree")} submission bgv-degree-7 was added`,
    ]);
  });

  // Each change is followed by two checks of the whole ledger.
  test(
    "of a name is reported: the present one, the one at submission, and an identity document",
    { timeout: 180_000 },
    async () => {
      const rename = (column: string, to: string) =>
        `update candidates set ${column} = '${to}' where id = '${candidateId}'`;
      const reported = [`candidate ${candidateId}: the name or an identity document was changed`];
      expect(await checkAfter(rename("proved_name", "Someone"), rename("proved_name", "Asha Verma"))).toEqual(reported);
      expect(await checkAfter(rename("display_name", "Someone"), rename("display_name", "Asha Verma"))).toEqual(
        reported,
      );
      const mask = (to: string) =>
        `update profile_verifications set masked_number = '${to}' where candidate_id = '${candidateId}'`;
      expect(await checkAfter(mask("XXXX XXXX 1111"), mask("XXXX XXXX 0000"))).toEqual(reported);
      const hold = (to: string) => `update transactions set holder_name = '${to}' where id = '${asha.txnId}'`;
      const { rows } = await query("select holder_name as name from transactions where id = $1", [asha.txnId]);
      expect(await checkAfter(hold("Someone"), hold(rows[0].name))).toEqual([
        `transaction ${asha.txnId}: the name at submission was changed`,
      ]);
    },
  );

  test("of the owner of a submitted form is reported", async () => {
    const other = await begin(app, "harbour", "background-check");
    const { rows } = await query("select candidate_id as id from transactions where id = $1", [other.txnId]);
    const give = (id: string) => `update transactions set candidate_id = '${id}' where id = '${asha.txnId}'`;
    expect(await checkAfter(give(rows[0].id), give(candidateId))).toContain(
      `transaction ${asha.txnId}: owner, basic details or answers were changed`,
    );
  });

  test("of a file is reported: its bytes, its row, and both", async () => {
    const of = `${place("bgv-tenth")} file ${fileId(marksheet)} of submission bgv-tenth-1`;
    const bytes = readFileSync(stored(marksheet));
    writeFileSync(stored(marksheet), Buffer.concat([bytes, Buffer.from("x")]));
    expect(await check()).toEqual([`${of} was changed in the storage`]);
    const sha256 = createHash("sha256")
      .update(readFileSync(stored(marksheet)))
      .digest("hex");
    const set = (to: string) => `update files set sha256 = '${to}' where id = '${fileId(marksheet)}'`;
    const before = createHash("sha256").update(bytes).digest("hex");
    await query(set(sha256));
    expect(await check()).toEqual([`${of} was changed`]);
    await query(set(before));
    rmSync(stored(marksheet));
    expect(await check()).toEqual([`${of} is gone from the storage`]);
    writeFileSync(stored(marksheet), bytes);
    expect(await check()).toEqual([]);
    await query("create table kept as select * from files where id = $1", [fileId(marksheet)]);
    await query("delete from files where id = $1", [fileId(marksheet)]);
    expect(await check()).toEqual([`${of} is gone`]);
    await query("insert into files select * from kept");
    await query("drop table kept");
  });

  test("that adds a file to the storage is noted, because the server deletes it", async () => {
    writeFileSync(path.join(app.settings.dataDir, "files", "added"), "x");
    const { unknown, faults } = await checkFiles(app.services.db, app.services.ports.storage);
    expect(faults).toEqual([]);
    expect(unknown).toContain("added");
    rmSync(path.join(app.settings.dataDir, "files", "added"));
  });

  test("that adds a presented credential is reported", async () => {
    const set = (to: string) =>
      `update transaction_items set presentation = ${to} where transaction_id = '${asha.txnId}' and name = 'bgv-twelfth'`;
    expect(await checkAfter(set(`'{"holder": "Someone"}'`), set("null"))).toEqual([
      `${place("bgv-twelfth")} the presented credential was added`,
    ]);
  });

  test("of a whole transaction is reported", async () => {
    const rename = (from: string, to: string) => `update transactions set id = '${to}' where id = '${from}'`;
    await query("set session_replication_role = 'replica'");
    await query(rename(asha.txnId, "elsewhere"));
    expect(await check()).toContain(`transaction ${asha.txnId} is gone`);
    await query(rename("elsewhere", asha.txnId));
    await query("set session_replication_role = 'origin'");
    expect(await check()).toEqual([]);
  });

  test("that a later transition covers is reported with its time", async () => {
    const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
    await other.save("bgv-tenth", tenth(await other.upload()));
    await query(`update submissions set data = data || '{"rollNumber": "1"}' where transaction_id = $1`, [other.txnId]);
    await transact(app.services.db, async (tx) => {
      await setTransitionCause(tx, "provider");
      await tx.execute(`update submissions set state = 'SUBMITTED' where transaction_id = '${other.txnId}'`);
    });
    expect(await check()).toEqual([
      expect.stringMatching(
        `^transaction ${other.txnId}, verification bgv-tenth: submission bgv-tenth-1 was changed before 2\\d{3}-[^ ]+Z, by no operation of the server$`,
      ),
    ]);
  });

  test("of a name that a later transition covers is reported with its time", async () => {
    const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const { rows } = await query("select candidate_id as id from transactions where id = $1", [other.txnId]);
    await app.advance(120);
    await query("update candidates set proved_name = 'Someone' where id = $1", [rows[0].id]);
    await other.save("bgv-tenth", tenth(await other.upload()));
    await query("update candidates set proved_name = 'Asha Verma' where id = $1", [rows[0].id]);
    expect(await check()).toContainEqual(
      expect.stringMatching(`^candidate ${rows[0].id}: the name or an identity document was changed before 2`),
    );
  });

  test("of a state is reported for ever", async () => {
    await query(add("bgv-degree-8"));
    expect(await check()).toContain(
      `transaction ${asha.txnId}: the state of bgv-degree-8 was changed by hand, from NOT_INITIALIZED to DATA_SAVED`,
    );
  });
});
