import { afterAll, beforeAll, expect, test } from "vitest";
import { notifications } from "#server/platform/store/tables/notices.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app.close());

const weekSeconds = 7 * 86_400;
const wallet = "/web-wallet/api/1.0";

/** A candidate whose form has waited for a week. */
async function makeWaiting(locale: string) {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha" });
  await app.call("PATCH", `${wallet}/profile`, { token, body: { locale } });
  const started = await app.call("POST", "/verification/web-wallet/api/1.0/transactions", {
    token,
    body: { orgId: "harbour", eKycFormId: "background-check" },
  });
  expect(started.statusCode).toBe(200);
  await app.advance(weekSeconds + 60);
  const fresh = await app.call("POST", "/sandbox/session", { body: { mobile } });
  return { mobile, token: fresh.json<{ accessToken: string }>().accessToken };
}

const readNotice = async (token: string, language?: string) =>
  (
    await app.call("GET", "/notification/api/1.0/notification", {
      token,
      ...(language && { headers: { "accept-language": language } }),
    })
  ).json<{ data: { list: { title: string; description: string }[] } }>().data.list[0]!;

test("sends a reminder in the candidate's language, including the names of the form", async () => {
  const { mobile } = await makeWaiting("hi");
  const { list } = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`)).json();
  expect(list[0].text).toBe("Harbour Staffing को पृष्ठभूमि जाँच के लिए अब भी आपके दस्तावेज़ चाहिए। फ़ॉर्म 23 दिन में बंद हो जाएगा।");
});

test("makes the text of a notice when it is read, in the language of the page", async () => {
  const { token } = await makeWaiting("en");
  const english = await readNotice(token);
  expect(english).toMatchObject({
    title: "Your form is waiting",
    description: "Harbour Staffing still needs your documents for Background check. It closes in 23 days.",
  });
  expect((await readNotice(token, "hi")).title).toBe("आपका फ़ॉर्म आपकी प्रतीक्षा में है");
  await app.call("PATCH", `${wallet}/profile`, { token, body: { locale: "hi" } });
  expect((await readNotice(token)).description).toMatch(/^Harbour Staffing को पृष्ठभूमि जाँच के लिए/);
  expect(await readNotice(token, "en")).toEqual(english);
});

test("shows an older notice as the text that was stored", async () => {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha" });
  const { rows } = await app.services.pool.query<{ id: string }>("select id from candidates where mobile = $1", [
    mobile,
  ]);
  await app.services.db.insert(notifications).values({
    id: `old-${mobile.slice(1)}`,
    candidateId: rows[0]!.id,
    title: "Payment received",
    description: "Your payment was received.",
    createdAt: new Date(),
  });
  expect(await readNotice(token, "hi")).toMatchObject({
    title: "Payment received",
    description: "Your payment was received.",
  });
});
