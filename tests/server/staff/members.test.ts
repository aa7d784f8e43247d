import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invite } from "#server/staff/members.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { codeOf, ConsoleBrowser, hire, read, reasonOf } from "./staff-member.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const staffOf = (orgId: string) => `/organisations/${orgId}/staff`;
const tokenOf = (link: string) => link.split("#")[1]!;
let count = 0;
const newPerson = (role = "verifier") => ({ email: `Person-${(count += 1)}@Example.org`, role });
const readAudit = async (event: string, staffId: string) =>
  (
    await app.services.pool.query<{ detail: Record<string, string> }>(
      "select detail from audit_log where event = $1 and detail->>'staffId' = $2 order by seq",
      [event, staffId],
    )
  ).rows.map(({ detail }) => detail);

describe("an administrator", () => {
  test("invites a colleague, who accepts the link and is listed", async () => {
    const { browser, id } = await hire(app, "admin");
    const person = newPerson();
    const { link } = read(await browser.call("POST", staffOf("gce"), person));
    expect(link).toMatch(/^http:\/\/localhost:3000\/console\/join\?orgId=gce#[\w-]{43}$/);
    expect(read<{ list: object[] }>(await browser.call("GET", staffOf("gce"))).list).toContainEqual(
      expect.objectContaining({ email: person.email.toLowerCase(), roles: ["verifier"], state: "invited" }),
    );
    expect(codeOf(await new ConsoleBrowser(app).accept(tokenOf(link!)))).toEqual([200, 0]);
    expect(read<{ list: object[] }>(await browser.call("GET", staffOf("gce"))).list).toContainEqual(
      expect.objectContaining({ email: person.email.toLowerCase(), state: "active" }),
    );
    expect(await readAudit("staff-invited", id)).toMatchObject([{ orgId: "gce", role: "verifier" }]);
  });

  test("cannot invite to a role that does not exist", async () => {
    const { browser } = await hire(app, "admin");
    expect(codeOf(await browser.call("POST", staffOf("gce"), newPerson("emperor")))).toEqual([422, 106]);
  });

  test("needs a fresh passkey after five minutes", async () => {
    const { browser, id } = await hire(app, "admin");
    await app.advance(5 * 60 + 1);
    expect(codeOf(await browser.call("POST", staffOf("gce"), newPerson()))).toEqual([403, 122]);
    expect(codeOf(await browser.call("GET", staffOf("gce")))).toEqual([200, 0]);
    expect(codeOf(await browser.prove())).toEqual([200, 0]);
    expect(codeOf(await browser.call("POST", staffOf("gce"), newPerson()))).toEqual([200, 0]);
    expect(await readAudit("denied", id)).toMatchObject([{ operation: "staff.invite" }]);
  });

  test("cannot prove with the passkey of a colleague", async () => {
    const [{ browser }, colleague] = [await hire(app, "admin"), await hire(app, "admin")];
    browser.device = colleague.browser.device;
    expect(codeOf(await browser.prove())).toEqual([400, 123]);
  });

  test("finds no organisation in which they have no role", async () => {
    const { browser, id } = await hire(app, "admin");
    expect(codeOf(await browser.call("GET", staffOf("harbour")))).toEqual([404, 104]);
    expect(codeOf(await browser.call("POST", staffOf("harbour"), newPerson()))).toEqual([404, 104]);
    expect(codeOf(await browser.call("GET", staffOf("no-such")))).toEqual([404, 104]);
    expect(await readAudit("denied", id)).toEqual([
      { staffId: id, operation: "staff.list", orgId: "harbour" },
      { staffId: id, operation: "staff.invite", orgId: "harbour" },
      { staffId: id, operation: "staff.list", orgId: "no-such" },
    ]);
  });
});

test("refuses an operation that no role of the person lists", async () => {
  const { browser, id } = await hire(app, "verifier");
  const answer = await browser.call("GET", staffOf("gce"));
  expect([codeOf(answer), reasonOf(answer)]).toEqual([[403, 103], "role-missing"]);
  expect(await readAudit("denied", id)).toMatchObject([{ operation: "staff.list" }]);
});

test("refuses a role of another organisation", async () => {
  const { browser, email } = await hire(app, "admin", "harbour");
  await invite(app.services.db, { email, orgId: "gce", role: "verifier" }, null);
  expect(codeOf(await browser.call("GET", staffOf("harbour")))).toEqual([200, 0]);
  expect(codeOf(await browser.call("GET", staffOf("gce")))).toEqual([403, 103]);
});

test("audits who called what in which organisation", async () => {
  const { browser, id } = await hire(app, "auditor");
  await browser.call("GET", staffOf("gce"));
  expect(await readAudit("staff-call", id)).toEqual([{ staffId: id, operation: "staff.list", orgId: "gce" }]);
});

describe("a removal", () => {
  test("ends the sessions, passkeys and invitations of the person at once", async () => {
    const [admin, removed] = [await hire(app, "admin"), await hire(app, "admin")];
    expect(codeOf(await admin.browser.call("DELETE", `${staffOf("gce")}/${removed.id}`))).toEqual([200, 0]);
    expect(codeOf(await removed.browser.call("GET", "/staff/me"))).toEqual([401, 101]);
    expect(codeOf(await removed.browser.call("GET", staffOf("gce")))).toEqual([401, 101]);
    expect(codeOf(await removed.browser.signIn())).toEqual([400, 123]);
    expect(codeOf(await admin.browser.call("DELETE", `${staffOf("gce")}/${removed.id}`))).toEqual([404, 104]);
  });

  test("leaves the roles in other organisations", async () => {
    const admin = await hire(app, "admin");
    const { browser, id, email } = await hire(app, "auditor");
    await invite(app.services.db, { email, orgId: "harbour", role: "auditor" }, null);
    await admin.browser.call("DELETE", `${staffOf("gce")}/${id}`);
    expect(codeOf(await browser.call("GET", staffOf("gce")))).toEqual([404, 104]);
    expect(codeOf(await browser.call("GET", staffOf("harbour")))).toEqual([200, 0]);
  });

  test("is not possible for oneself, nor for the staff of others", async () => {
    const [admin, other] = [await hire(app, "admin"), await hire(app, "admin", "harbour")];
    expect(codeOf(await admin.browser.call("DELETE", `${staffOf("gce")}/${admin.id}`))).toEqual([409, 109]);
    expect(codeOf(await admin.browser.call("DELETE", `${staffOf("gce")}/${other.id}`))).toEqual([404, 104]);
  });

  test("is undone by another invitation, without the former passkey", async () => {
    const [admin, removed] = [await hire(app, "admin"), await hire(app, "auditor")];
    await admin.browser.call("DELETE", `${staffOf("gce")}/${removed.id}`);
    const { link } = read(await admin.browser.call("POST", staffOf("gce"), { email: removed.email, role: "auditor" }));
    expect(codeOf(await removed.browser.signIn())).toEqual([400, 123]);
    expect(codeOf(await new ConsoleBrowser(app).accept(tokenOf(link!)))).toEqual([200, 0]);
  });
});

describe("a recovery", () => {
  test("ends sessions and passkeys, and gives a new link", async () => {
    const [admin, lost] = [await hire(app, "admin"), await hire(app, "auditor")];
    const { link } = read(await admin.browser.call("POST", `${staffOf("gce")}/${lost.id}/recovery`));
    expect(codeOf(await lost.browser.call("GET", "/staff/me"))).toEqual([401, 101]);
    expect(codeOf(await lost.browser.signIn())).toEqual([400, 123]);
    const again = new ConsoleBrowser(app);
    expect(read(await again.accept(tokenOf(link!)))["id"]).toBe(lost.id);
  });

  test("gives no link to a person who also works for an organisation of others", async () => {
    const admin = await hire(app, "admin");
    const { id, email, browser } = await hire(app, "auditor");
    await invite(app.services.db, { email, orgId: "harbour", role: "admin" }, null);
    const answer = await admin.browser.call("POST", `${staffOf("gce")}/${id}/recovery`);
    expect([codeOf(answer), reasonOf(answer)]).toEqual([[403, 103], "works-elsewhere-too"]);
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([200, 0]);
  });

  test("is not possible through an invitation of a person who has not accepted that of others", async () => {
    const admin = await hire(app, "admin");
    const person = newPerson();
    await invite(app.services.db, { email: person.email, orgId: "harbour", role: "admin" }, null);
    expect(read(await admin.browser.call("POST", staffOf("gce"), person))).not.toHaveProperty("link");
  });
});
