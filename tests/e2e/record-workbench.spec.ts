import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FrameLocator, Page } from "playwright/test";
import { loadBrowsers, playMode, toQuietContext } from "../tools/replay/run-modes.ts";
import { findReferenceFaults, readDocumentSet } from "../tools/replay/references/index.ts";
import { recordWorkbench } from "../tools/replay/record/session/workbench-session.ts";
import { openWorkbench, toWorkbenchQuery } from "../tools/replay/record/workbench.ts";
import { writeFixture } from "../tools/replay/record/write-fixture.ts";
import { scaleByLoad } from "../support/busy-machine.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { expect, test } from "./own-server.ts";

// Recording in the frames of the workbench, and replaying the written fixture.
const folder = mkdtempSync(path.join(tmpdir(), "sanad-recorded-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
const set = await readDocumentSet("schemas");
await loadBrowsers();
test.use({ viewport: { width: 1440, height: 1000 } });

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);
/** Presses by keyboard, because frames are scaled down and the driver's mouse misses. */
const press = (frame: FrameLocator, name: string | RegExp) =>
  frame
    .getByRole("button", { name, exact: typeof name === "string" })
    .or(frame.getByRole("link", { name }))
    .first()
    .press("Enter");

/** A headless run costs a tenth. One test also plays its fixture in a browser. */
const withoutBrowser = ["headless"] as const;
const inBoth = ["headless", "browser"] as const;

/** Records actions in the workbench, writes the fixture and plays it. */
async function recordAndPlay(
  page: Page,
  baseURL: string,
  query: string,
  readings: typeof withoutBrowser | typeof inBoth,
  act: () => Promise<void>,
) {
  const { url, close } = await openWorkbench(baseURL, "schemas");
  const session = await recordWorkbench(page, url + query, baseURL);
  await act();
  // The last observation arrives a moment later.
  await page.waitForTimeout(scaleByLoad(1000));
  await page.close();
  const written = (await session.finish(set))!;
  await close();
  const name = `recorded-${Math.random().toString(36).slice(2)}`;
  const fixture = writeFixture(name, written.fixture, folder);
  const text = readFileSync(path.join(folder, `${name}.json`), "utf8");
  if (process.env["SHOW"]) console.log(text, written.omitted, written.unchanged);
  expect(findReferenceFaults(fixture, set)).toEqual([]);
  const stage = toQuietContext(baseURL);
  const failures: (string | undefined)[] = [];
  for (const reading of readings) failures.push((await playMode(reading, fixture, stage)).failure);
  return { ...written, text, failures, fixture };
}

test("writes a fixture of the actions in a frame, starting with the chosen settings and without the workbench's controls", async ({
  page,
  baseURL,
}) => {
  const query = toWorkbenchQuery({ organisation: "gce", form: "education-evaluation" }, set);
  const { failures, fixture, omitted, text } = await recordAndPlay(page, baseURL, query, inBoth, async () => {
    await press(frameOf(page, "gce · en · newcomer · phone · light"), /^Education evaluation/);
    await page.getByLabel("Screen or form").selectOption("screens/form");
    await page.getByRole("button", { name: "only harbour" }).click();
    await page.getByLabel(/^Request/).selectOption("background-check");
    await page.getByRole("button", { name: "only PENDING" }).click();
    const frame = frameOf(page, "harbour · en · PENDING · phone · light");
    await press(frame, /^Address/);
    await page.getByRole("button", { name: "Parts" }).click();
    const own = frame.getByRole("group", { name: "Current Address" });
    await own.getByRole("textbox", { name: "Line 1" }).fill("14 Ashoka Road");
    await own.getByRole("combobox", { name: "State" }).selectOption("Goa");
    await press(frame, "Submit");
    await frame.getByText("VTC must not be empty").first().waitFor();
  });
  expect(failures, text).toEqual([undefined, undefined]);
  expect(omitted).toEqual(["earlier actions in another frame"]);
  expect(fixture).toMatchObject({ organisation: "harbour", form: "background-check", locale: "en" });
  expect(fixture.steps[0]?.do.slice(0, 3)).toEqual([
    { signIn: "identified" },
    { reachState: "PENDING" },
    { open: "/ekyc/{formId}/{txnId}?lang=en&orgId={orgId}", state: {} },
  ]);
  for (const one of ["Parts", "Ashoka", "only"]) expect(text).not.toContain(one);
});

test("starts a fixture at a form that is shown alone, and ignores reloads by the workbench", async ({
  page,
  baseURL,
}) => {
  const query = "?subject=forms/bgv-tenth&org=gce&request=education-evaluation&who=PENDING";
  const { failures, fixture, omitted, text } = await recordAndPlay(page, baseURL, query, withoutBrowser, async () => {
    const frame = frameOf(page, "gce · en · PENDING · phone · light");
    await frame.getByRole("textbox", { name: "Roll number" }).fill("7766551");
    await frame.getByRole("textbox", { name: "Year of passing" }).fill("2014");
    await press(frame, "Submit");
    await frame.getByText("There is a problem").waitFor();
    await page.frames()[1]!.evaluate(() => location.reload());
    await frame.getByRole("button", { name: "Submit" }).waitFor();
  });
  expect(failures, text).toEqual([undefined]);
  expect(omitted).toEqual([]);
  expect(fixture.steps[0]?.do).toContainEqual({
    open: "/verification?lang=en&orgId={orgId}",
    state: { verificationName: "bgv-tenth" },
  });
  expect(text).not.toContain("7766551");
});

test("makes a visitor who signs in the fixture's candidate", async ({ page, baseURL }) => {
  const mobile = randomMobile("+91976#######");
  const api = new ApiClient(baseURL);
  const query = "?subject=screens/login&org=gce&request=education-evaluation&who=visitor&lang=hi";
  const { failures, fixture, omitted, text } = await recordAndPlay(page, baseURL, query, withoutBrowser, async () => {
    const frame = frameOf(page, "gce · hi · visitor · phone · light");
    await frame.getByRole("textbox").first().fill(mobile.slice(3));
    await press(frame, "आगे बढ़ें");
    await frame.getByRole("textbox", { name: "पूरा नाम" }).fill("Rohan Kapoor");
    await press(frame, "आगे बढ़ें");
    await expect.poll(async () => (await api.outbox(mobile)).length).toBe(1);
    await frame.getByRole("textbox").fill((await api.outbox(mobile))[0]!.otp!);
  });
  expect(failures, text).toEqual([undefined]);
  expect(omitted).toEqual([]);
  expect(fixture.locale).toBe("hi");
  expect(text).not.toContain(mobile.slice(3));
});
