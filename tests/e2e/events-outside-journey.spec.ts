import type { Page } from "playwright/test";
import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { makeMarksheet, saveTenth, uploadDocument } from "./uploads.ts";
import { startForm, startJourney, openForm, signIn, type StartedForm } from "./candidate.ts";
import { expectEvents, startStream } from "./tracked-events.ts";
import { expect, test } from "./watched.ts";

// Analytics events outside the main journey, each triggered once in the browser and checked with its properties.

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Creates an applicant with a marksheet that allows express and a degree that does not. */
async function apply(baseUrl: string): Promise<StartedForm> {
  const started = await startForm(baseUrl, { orgId: "lotus", formId: "admission" });
  await started.call("transactions.process");
  await saveTenth(started);
  await saveDegree(started);
  await started.call("transactions.skip", { verificationNameList: ["bgv-twelfth"] });
  return started;
}

async function saveDegree(started: StartedForm): Promise<void> {
  const saved = await started.call("verifications.save", {
    verificationName: "bgv-degree",
    data: {
      name: "Asha Verma",
      institute: "university-of-delhi",
      registrationNumber: "12ABC345",
      degreeLevel: "bachelor",
      course: "B.Sc. Physics",
      passingYear: "2018",
      degreeStatus: "DEGREE_ONLY_NO_MARKSHEET",
      degreeCertificate: await uploadDocument(started, "bgv-degree", "degreeCertificate"),
    },
  });
  if (saved.code !== 0) throw new Error(`the degree was refused: ${JSON.stringify(saved.body)}`);
}

async function openApplication(page: Page, started: StartedForm): Promise<void> {
  await signIn(page, started.tokens);
  await openForm(page, started);
}

const continueToPay = /^(Continue to Pay|Pay \()/;
const nextPage = ["Verification: next page", { "session.orgId": "lotus", "session.formId": "admission" }] as const;

test("tracks the express warning once, also when Escape closes it", async ({ page, baseURL }) => {
  const started = await apply(baseURL);
  await openApplication(page, started);
  const stream = await startStream(baseURL);
  const warning = dialog(page, "Express verification");
  await press(page, continueToPay);
  await warning.waitFor();
  await expectEvents(stream, [nextPage, "Verification: express option shown"]);
  await page.keyboard.press("Escape");
  await expect(warning).toHaveCount(0);
  await expectEvents(stream, ["Verification: express option rejected"]);
});

test("tracks that the chat is shown once, its answers, and its failure", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  const answers: object[] = [];
  await page.route("**/profile/chat?*", async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: { list: object[]; total: number } };
    const list = [...answers, ...data.list];
    await route.fulfill({ json: { ...rest, data: { list, total: list.length } } });
  });
  await signIn(page, started.tokens);
  const stream = await startStream(baseURL);
  await openForm(page, started);
  await page.getByRole("button", { name: "Support chat" }).waitFor();
  const all = new Set<string>();
  await expectEvents(stream, ["Chat: widget shown"], all);
  // The button itself reads one message to count what is unread.
  const empty = page.waitForResponse(/\/profile\/chat\?.*count=100/);
  await press(page, "Support chat");
  await (await empty).finished();
  answers.push({ _id: "one", from: "support", text: "Soon.", createdAt: new Date().toISOString() });
  // A message from another device makes the open page read the conversation.
  await started.call("chat.send", { orgId: started.orgId, text: "Are you there?" });
  await expect(page.getByRole("log")).toContainText("Soon.");
  await page.waitForTimeout(6_000);
  await page.keyboard.press("Escape");
  await expectEvents(stream, ["Chat: opened", "Chat: message received", "Chat: closed"], all);
  await page.route("**/profile/tawkto-hash", (route) =>
    route.fulfill({ status: 404, json: { code: 1, message: "The chat is away", requestId: "one" } }),
  );
  await page.reload();
  await press(page, "Support chat");
  await page.getByRole("dialog").getByRole("link").waitFor();
  const refused = { "failure.operation": "profile.chat-hash-post", "failure.status": 404, "failure.code": 1 };
  await expectEvents(stream, ["Chat: opened", ["Misc: error interceptor", refused], "Chat: unavailable"]);
  await page.keyboard.press("Escape");
  await expectEvents(stream, ["Chat: closed"]);
  await press(page, "Language");
  await page.getByText("हिन्दी").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await page.waitForTimeout(1_000);
  await expectEvents(stream, [], all);
});

test("tracks each step of signing up and identifies the person until they log out", async ({ page, baseURL }) => {
  const api = new ApiClient(baseURL);
  const mobile = randomMobile("+9195########");
  const stream = await startStream(baseURL);
  await page.clock.install();
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await press(page, "Continue");
  await page.getByRole("textbox", { name: "Name" }).fill("Asha Verma");
  await press(page, "Continue");
  await page.getByRole("textbox", { name: "One-time password" }).waitFor();
  const unknown = { "failure.operation": "profile.login", "failure.status": 404 };
  await expectEvents(stream, [["Misc: error interceptor", unknown], "Sign up: OTP requested"]);
  await api.sandbox("POST", "clock", { advanceSeconds: 60 });
  await page.clock.fastForward(31_000);
  await press(page, "Resend code");
  const before = await expectEvents(stream, ["Sign up: OTP resend"]);
  await page.getByRole("textbox", { name: "One-time password" }).fill((await api.outbox(mobile))[0]?.otp ?? "");
  await press(page, "Verify");
  await page.getByRole("heading", { name: "Your verifications" }).waitFor();
  const [completed] = await expectEvents(stream, ["Sign up: completed"]);
  await page.reload();
  await press(page, "Open menu");
  await page.getByRole("link", { name: "FAQs / Instructions" }).click();
  const [viewed] = await expectEvents(stream, ["Misc: FAQ viewed"]);
  await press(page, "Open menu");
  await press(page, "Log out");
  await page.getByRole("heading", { name: "Sign up / Login" }).waitFor();
  const after = await expectEvents(stream, ["Sign out: completed"]);
  expect(completed?.user).toMatch(/^[\w-]{43}$/);
  expect(viewed).toMatchObject({ user: completed?.user, visit: expect.not.stringMatching(completed?.visit ?? "") });
  expect([...before, ...after].map(({ user }) => user)).toEqual([undefined, undefined]);
});

test("tracks single sign-on as a sign-in, and a rejected token as a failure", async ({ page, baseURL, watch }) => {
  const started = await startForm(baseURL, { orgId: "gce", formId: "education-evaluation" });
  const stream = await startStream(baseURL);
  await page.goto(`/ekyc/${started.formId}/${started.txnId}?orgId=gce&sso=${started.tokens.refreshToken}`);
  await page.getByRole("radio", { name: "Global Credential Evaluators" }).waitFor();
  const [completed] = await expectEvents(stream, ["Sign in: completed"]);
  expect(completed?.user).toMatch(/^[\w-]{43}$/);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await page.goto("/ekyc/education-evaluation?orgId=gce&sso=made-up");
  await page.getByRole("button", { name: "Start Verification" }).waitFor();
  const refused = { "failure.operation": "profile.renew", "failure.status": 401 };
  await expectEvents(stream, [["Misc: error interceptor", refused], "Sign in: failed"]);
  watch.faults.splice(0);
});

test("tracks a document that fails to load or upload as a failed request", async ({ page, baseURL, watch }) => {
  const started = await apply(baseURL);
  await openApplication(page, started);
  await page.route("**/files/*", (route) => route.fulfill({ status: 503, body: "" }));
  const stream = await startStream(baseURL);
  await page.getByRole("link", { name: "View marksheet.pdf" }).first().click();
  const failed = { "failure.operation": "files.get", "failure.status": 503 };
  await expectEvents(stream, [["Misc: error interceptor", failed]]);
  await press(page, "Undo skip 12th Marksheet");
  await page
    .getByRole("button", { name: /^12th Marksheet/ })
    .first()
    .click();
  await page.route("**/uploads*", (route) => route.fulfill({ status: 415, json: { code: 114, message: "No." } }));
  await page.getByLabel("Marksheet", { exact: true }).setInputFiles(await makeMarksheet());
  await expectEvents(stream, [
    ["Misc: error interceptor", { "failure.operation": "files.upload", "failure.status": 415, "failure.code": 114 }],
  ]);
  watch.faults.splice(0);
});

test("sends events from before the telemetry loaded with their original values", async ({ page, baseURL, watch }) => {
  let come = () => undefined as void;
  const held = new Promise<void>((resolve) => (come = resolve));
  let asked = false;
  await page.route("**/assets/telemetry-*.js", async (route) => {
    asked = true;
    await held;
    await route.continue();
  });
  const stream = await startStream(baseURL);
  await page.goto("/instructions?orgId=gce");
  await page.getByRole("heading", { name: "Information" }).waitFor();
  // Waits for the app's own heading. A visitor who sees only the server's placeholder is not tracked yet.
  await expect(page.locator("#server-placeholder")).toHaveCount(0);
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error("Too early to be heard");
      }),
  );
  await expect.poll(() => watch.faults.length).toBe(1);
  await page.waitForTimeout(1_500);
  expect(asked).toBe(true);
  come();
  const [viewed] = await expectEvents(stream, ["Misc: FAQ viewed"]);
  // The event has its version and visit, and no typed text.
  expect(viewed).toMatchObject({
    version: "3.0",
    visit: expect.stringMatching(/^[a-p]{16}$/),
    screen: "help",
    properties: {},
  });
  expect(Math.abs(Date.parse(viewed?.at ?? "") - Date.parse(viewed?.receivedAt ?? ""))).toBeGreaterThan(1_000);
  await expect
    .poll(async () => JSON.stringify(await new ApiClient(baseURL).sandbox("GET", "events")))
    .toContain("Too early to be heard");
  watch.faults.splice(0);
});
