import type { Page } from "playwright/test";
import { drawMobile } from "../replay/variables.ts";
import { Wire } from "../replay/wire.ts";
import { beginJourney, openForm, signIn, type Tokens } from "./candidate.ts";
import { expectEvents, startStream } from "./told.ts";
import { expect, test } from "./watched.ts";

// What is counted: each thing once, by its own name, and nothing before somebody agrees where that is asked.

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

test("signing in is told step by step: a code, a wrong one, one more code, and out again", async ({
  page,
  baseURL,
}) => {
  const wire = new Wire(baseURL);
  const mobile = drawMobile("+9196########");
  await wire.sandbox("POST", "session", { mobile, name: "Asha Verma" });
  const stream = await startStream(baseURL);
  await page.clock.install();
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await press(page, "Continue");
  const code = page.getByRole("textbox", { name: "One-time password" });
  await code.waitFor();
  await expectEvents(stream, ["Sign in: OTP requested"]);
  await wire.sandbox("POST", "clock", { advanceSeconds: 60 });
  await page.clock.fastForward(31_000);
  await press(page, "Resend code");
  await expectEvents(stream, ["Sign in: OTP resend"]);
  const [message] = await wire.outbox(mobile);
  await code.fill(message?.otp === "000000" ? "111111" : "000000");
  await press(page, "Verify");
  await expectEvents(stream, ["Misc: error interceptor", "Sign in: failed"]);
  await code.fill(message?.otp ?? "");
  await press(page, "Verify");
  await page.getByRole("heading", { name: "Your verifications" }).waitFor();
  await expectEvents(stream, ["Sign in: completed"]);
  await press(page, "Open menu");
  await press(page, "Log out");
  await page.getByRole("heading", { name: "Sign up / Login" }).waitFor();
  await expectEvents(stream, ["Sign out: completed"]);
});

test("the film, the questions and the chat are told once each", async ({ page, baseURL }) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await page.goto("/");
  await page.getByRole("heading", { name: "Your verifications" }).waitFor();
  const stream = await startStream(baseURL);
  await press(page, "Open menu");
  await press(page, /^Watch Demo/);
  const film = page.getByRole("dialog", { name: "Watch Demo" });
  await expect(film.locator("video")).toHaveAttribute("controlslist", "nodownload");
  await page.keyboard.press("Escape");
  await expect(film).toHaveCount(0);
  await expectEvents(stream, ["Misc: watch video"]);
  await press(page, "Open menu");
  await page.getByRole("link", { name: "FAQs / Instructions" }).click();
  await page.getByRole("heading", { name: "Information" }).waitFor();
  await expectEvents(stream, ["Misc: FAQ viewed"]);
  await openForm(page, begun);
  await press(page, "Support chat");
  await page.getByRole("textbox", { name: "Your message" }).fill("When is my degree verified?");
  await press(page, "Send");
  await expect(page.getByRole("log")).toContainText("When is my degree verified?");
  await page.keyboard.press("Escape");
  await expectEvents(stream, ["Chat: opened", "Chat: message sent", "Chat: closed"]);
});

test("the events carry their version and the visit, and nothing that was typed", async ({ page, baseURL }) => {
  const stream = await startStream(baseURL);
  await page.goto("/instructions?orgId=gce");
  await page.getByRole("heading", { name: "Information" }).waitFor();
  await expect.poll(async () => (await stream.fresh()).length).toBe(1);
  expect((await stream.fresh())[0]).toMatchObject({
    name: "Misc: FAQ viewed",
    version: "3.0",
    visit: expect.stringMatching(/^[a-p]{16}$/),
    screen: "help",
    properties: {},
  });
});

test("where the organisation asks first, nothing is counted before a yes, nor after it is taken back", async ({
  page,
  baseURL,
}) => {
  const stream = await startStream(baseURL);
  const view = async () => {
    await page.goto("/instructions?orgId=meridian");
    await page.getByRole("heading", { name: "Information" }).waitFor();
  };
  await view();
  const note = page.getByRole("region", { name: "Counting visits" });
  await expect(note).toBeVisible();
  await note.getByRole("button", { name: "Allow" }).click();
  await expect(note).toHaveCount(0);
  await view();
  await expectEvents(stream, ["Misc: FAQ viewed"]);
  await page.goto("/privacy-policy?orgId=meridian");
  await press(page, "Stop counting");
  await expect(page.getByText("We do not count which pages and buttons you use here.")).toBeVisible();
  await view();
  await expect(note).toHaveCount(0);
  await page.waitForTimeout(500);
  await expectEvents(stream, []);
});

test("a fault is reported with what led to it and without what was typed", async ({ page, baseURL, watch }) => {
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill("9612345678");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("No such number: 9612345678");
    });
    void Promise.reject(new Error("Nobody waits for 9612345678"));
  });
  await expect
    .poll(async () => JSON.stringify(await new Wire(baseURL).sandbox("GET", "events")))
    .toMatch(/Nobody waits for ….*No such number: …|No such number: ….*Nobody waits for …/);
  expect(JSON.stringify(await new Wire(baseURL).sandbox("GET", "events"))).not.toContain("9612345678");
  watch.faults.splice(0);
});

test("a payment that fails is told from the bill to the return", async ({ page, baseURL }) => {
  const wire = new Wire(baseURL);
  const { candidates, transactions } = await wire.sandbox<{
    candidates: { asha: { mobile: string } };
    transactions: { READY_TO_SUBMIT: { orgId: string; formId: string; txnId: string } };
  }>("POST", "fixture", { name: "ready-to-pay" });
  const { orgId, formId, txnId } = transactions.READY_TO_SUBMIT;
  await signIn(page, await wire.sandbox<Tokens>("POST", "session", { mobile: candidates.asha.mobile }));
  await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
  await press(page, "View Verification");
  const stream = await startStream(baseURL);
  await press(page, /^(Continue to Pay|Pay \()/);
  await page.getByRole("radio", { name: "India (INR)" }).check();
  await press(page, "Continue");
  await page.getByRole("radio", { name: "PhonePe" }).check();
  await press(page, "Continue");
  await press(page, /^Continue to Pay/);
  await press(page, "Failure");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await expectEvents(stream, [
    "Verification: next page",
    "Payment: page viewed",
    "Payment: initiation started",
    "Payment: started",
    "Payment: page viewed",
    "Payment: redirection completed",
    "Payment: failed",
  ]);
});
