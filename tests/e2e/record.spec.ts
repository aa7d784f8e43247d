import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import { scaleByLoad } from "../support/busy-machine.ts";
import { generateFile } from "../tools/replay/generated-files.ts";
import { playMode, toQuietContext } from "../tools/replay/run-modes.ts";
import { findReferenceFaults, readDocumentSet } from "../tools/replay/references/index.ts";
import { startSession } from "../tools/replay/record/session/session.ts";
import { toRecordingSetup, type RecordingOptions } from "../tools/replay/record/recording-setup.ts";
import { writeFixture } from "../tools/replay/record/write-fixture.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { expect, test } from "./own-server.ts";

// The recorder listens while the test acts by hand, and the written fixture is replayed.
const folder = mkdtempSync(path.join(tmpdir(), "sanad-recorded-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
const set = await readDocumentSet("schemas");

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
const fill = (page: Page, name: string, text: string) => page.getByRole("textbox", { name, exact: true }).fill(text);
const atHeading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

/** Records actions, writes the fixture and plays it headless. */
async function recordAndPlay(page: Page, baseURL: string, place: RecordingOptions, act: () => Promise<void>) {
  const session = await startSession(page, toRecordingSetup(place, set), baseURL);
  await act();
  // The last observation arrives a moment later.
  await page.waitForTimeout(scaleByLoad(1000));
  const written = (await session.finish(set))!;
  const name = `recorded-${Math.random().toString(36).slice(2)}`;
  const fixture = writeFixture(name, written.fixture, folder);
  const text = readFileSync(path.join(folder, `${name}.json`), "utf8");
  if (process.env["SHOW"]) console.log(text, written.omitted, written.unchanged);
  expect(findReferenceFaults(fixture, set)).toEqual([]);
  const stage = toQuietContext(baseURL);
  const { failure } = await playMode("headless", fixture, stage);
  return { text, failure, ...written, actions: fixture.steps.flatMap((step) => step.do) };
}

/** Reads each code once, as it arrives. */
function readerOfCodes(baseURL: string) {
  const api = new ApiClient(baseURL);
  const read: string[] = [];
  const next = async (to: string) =>
    (await api.outbox(to)).find(({ otp }) => otp !== null && !read.includes(otp))?.otp ?? undefined;
  return {
    read,
    fillIn: async (page: Page, to: string) => {
      await page.getByRole("textbox", { name: "One-time password" }).waitFor();
      await expect.poll(() => next(to)).toBeDefined();
      const code = (await next(to))!;
      read.push(code);
      await fill(page, "One-time password", code);
    },
  };
}

/** A document with a candidate's personal text. */
const makePapers = () =>
  generateFile("rohan-kapoor.pdf", {
    type: "application/pdf",
    pages: 2,
    minBytes: 70_000,
    lines: ["Central Board of Secondary Education", "Name: Rohan Kapoor", "Roll No: 7766551", "Year: 2014"],
  });

test("writes a passing fixture of a session from sign-up to an upload, without personal data", async ({
  page,
  baseURL,
}) => {
  const mobile = randomMobile("+91976#######");
  const codes = readerOfCodes(baseURL);
  const { text, failure, actions, unchanged, omitted } = await recordAndPlay(
    page,
    baseURL,
    { organisation: "gce", form: "education-evaluation" },
    async () => {
      await press(page, "Start Verification");
      await page.getByRole("textbox", { name: "Mobile number" }).pressSequentially(mobile.slice(3));
      await press(page, "Continue");
      await fill(page, "Full name", "Rohan Kapoor");
      await page.keyboard.press("Enter");
      await codes.fillIn(page, mobile);
      await press(page, "Verify");
      await press(page, "Start Verification");
      await press(page, "Not now");
      await press(page, /^GCE reference number/);
      await fill(page, "GCE reference number", "GCE-100023");
      await press(page, "Send code");
      await codes.fillIn(page, "gce-100023@mailbox.example");
      await press(page, "Verify");
      await press(page, /^Identity/);
      await page.getByRole("radio", { name: "Aadhaar" }).check();
      await press(page, "Continue");
      await fill(page, "Aadhaar number", "999941057058");
      await page.getByRole("checkbox", { name: /^I agree/ }).check();
      await press(page, "Send OTP");
      await codes.fillIn(page, mobile);
      await press(page, "Verify");
      await press(page, /^10th Marksheet/);
      await press(page, "Start");
      await atHeading(page, "10th Marksheet");
      await page.getByRole("combobox", { name: "Board name" }).fill("Central Board");
      await page.getByRole("option", { name: "Central Board of Secondary Education", exact: true }).click();
      await fill(page, "Roll number", "7766551");
      await fill(page, "Year of passing", "2014");
      await page.getByLabel("Marksheet", { exact: true }).setInputFiles(await makePapers());
      await page.getByText("Uploaded", { exact: true }).waitFor();
      await press(page, "Submit");
      await atHeading(page, "Education evaluation");
      await page.getByRole("region", { name: "Review your documents" }).waitFor();
    },
  );
  expect(failure).toBeUndefined();
  expect(omitted).toEqual([]);
  expect(actions).toContainEqual({ fill: "Mobile number", with: "{nationalNumber}" });
  expect(actions).toContainEqual({ otp: "gce-100023@mailbox.example", fill: "One-time password" });
  expect(actions).toContainEqual({
    choose: "Board name",
    type: "Central Board",
    option: "Central Board of Secondary Education",
  });
  expect(actions).toContainEqual({ upload: "Marksheet", file: "document-1.pdf" });
  expect(actions).toContainEqual({ fill: "Year of passing", with: "2014" });
  expect(text).toContain('"pages": 2');
  expect([...unchanged.keys()]).toEqual([]);
  const personal = ["Rohan", "Kapoor", "rohan", mobile.slice(3), "7766551", ...codes.read];
  const auth = await page.evaluate(() => localStorage.getItem("root-v3") ?? "");
  const { accessToken, refreshToken } = (JSON.parse(auth) as { auth: Record<string, string> }).auth;
  for (const one of [...personal, accessToken!, refreshToken!]) expect(text).not.toContain(one);
});

test("records a payment, going back, a reload and a lost connection", async ({ page, baseURL }) => {
  const { text, failure, actions, omitted } = await recordAndPlay(
    page,
    baseURL,
    { from: "state READY_TO_SUBMIT" },
    async () => {
      await press(page, "View Verification");
      await page.reload();
      await page.getByRole("button", { name: /^Pay/ }).waitFor();
      await page.context().setOffline(true);
      await page.context().setOffline(false);
      await press(page, /^Pay/);
      await atHeading(page, "Choose Payment Region");
      await page.goBack();
      await press(page, /^Pay/);
      await page.getByRole("radio", { name: "India (INR)" }).check();
      await press(page, "Continue");
      await page.getByRole("radio", { name: "PhonePe" }).check();
      await press(page, "Continue");
      await press(page, /^Continue to Pay/);
      await press(page, "Success");
      await atHeading(page, "Your documents have been submitted");
    },
  );
  expect(failure, text).toBeUndefined();
  expect(omitted).toEqual([]);
  for (const one of [{ reload: true }, { offline: true }, { offline: false }, { back: true }, { pay: "success" }])
    expect(actions).toContainEqual(one);
  expect(actions.filter((action) => "open" in action)).toHaveLength(1);
});

test("distinguishes fields of the same name, replaces addresses, and records keys like presses", async ({
  page,
  baseURL,
}) => {
  const { text, failure, actions, omitted } = await recordAndPlay(
    page,
    baseURL,
    { organisation: "harbour", form: "background-check", from: "state PENDING" },
    async () => {
      await press(page, /^(Start|View) Verification$/);
      await press(page, /^Address/);
      await atHeading(page, "Address");
      const group = (name: string) => page.getByRole("group", { name });
      await group("Current Address").getByRole("textbox", { name: "Pincode" }).fill("110016");
      await group("Current Address").getByRole("textbox", { name: "Line 1" }).fill("14 Ashoka Road");
      await group("Permanent Address").getByRole("textbox", { name: "Line 1" }).fill("7 Church Street");
      await group("Permanent Address").getByRole("combobox", { name: "State" }).selectOption("Goa");
      await page.getByRole("checkbox", { name: "Same as current address" }).check();
      await page.getByRole("checkbox", { name: "Same as current address" }).uncheck();
      await page.getByRole("button", { name: "Submit" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("VTC must not be empty").first().waitFor();
    },
  );
  expect(failure, text).toBeUndefined();
  expect(omitted).toEqual([]);
  const inPermanent = { in: { role: "group", name: "Permanent Address" } };
  expect(actions).toContainEqual({ choose: "State", option: "Goa", ...inPermanent });
  expect(actions).toContainEqual({
    fill: "Line 1",
    with: expect.stringMatching(/^\d [A-Z]\w+ [A-Z]\w+$/),
    ...inPermanent,
  });
  expect(actions).toContainEqual({ press: "Same as current address", role: "checkbox" });
  expect(actions).toContainEqual({ press: "Submit" });
  for (const one of ["110016", "Ashoka", "Church"]) expect(text).not.toContain(one);
});

test("records a calendar day as one action, and reports what it missed when the page closes during a step", async ({
  page,
  baseURL,
}) => {
  const place = { organisation: "harbour", form: "joining-questions" };
  const session = await startSession(page, toRecordingSetup({ ...place, from: "state NOT_INITIALIZED" }, set), baseURL);
  await press(page, /^(Start|View) Verification$/);
  await fill(page, "Why do you want to join us?", "To build ships");
  await page.getByRole("textbox", { name: "When can you join?" }).click();
  const cells = page.getByRole("grid").getByRole("gridcell");
  await cells.filter({ hasText: /^2027$/ }).click();
  await cells.nth(1).click();
  await cells.filter({ hasText: /^1$/ }).first().click();
  await expect(page.getByRole("textbox", { name: "When can you join?" })).toHaveValue("01-02-2027");
  // The page closes while the press's call is pending, before the recorder observes it.
  await page.route("**/api/**", () => undefined);
  await page.evaluate("void (globalThis.setTimeout = () => 0)");
  await press(page, "Not now");
  await page.close();
  const written = (await session.finish(set))!;
  const actions = written.fixture.steps.flatMap((step) => step.do);
  expect(actions.slice(-3)).toEqual([
    { fill: "Why do you want to join us?", with: "To build ships" },
    { date: "When can you join?", on: "2027-02-01" },
    { press: "Not now" },
  ]);
  expect(written.omitted).toEqual(["the result of the last action (press 'Not now')"]);
  expect([...written.unchanged]).toEqual([["To build ships", "Why do you want to join us?"]]);
});

test("writes nothing when no action happened", async ({ page, baseURL }) => {
  const session = await startSession(page, toRecordingSetup({}, set), baseURL);
  await atHeading(page, "All-in-one certificate verification platform");
  await page.getByRole("heading").first().click();
  await page.close();
  expect(await session.finish(set)).toBeUndefined();
});
