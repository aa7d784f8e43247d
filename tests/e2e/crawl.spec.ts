import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright/test";
import { screens } from "../tools/crawl/addresses.ts";
import { Crawl } from "../tools/crawl/crawl.ts";
import { Memory } from "../tools/crawl/memory.ts";
import { situations } from "../tools/crawl/situations.ts";
import { Visitor } from "../tools/crawl/visitor.ts";
import { expect, test } from "./own-server.ts";

// The full crawl (tests/tools/crawl) takes hours and runs on its own. Here it visits every screen once as a candidate
// with a transaction in every state, and shows that it finds planted faults.
test("every screen, opened by every kind of address, states nothing untrue and has a way on", async ({
  browser,
  baseURL,
}) => {
  const situation = situations["transaction COMPLETED"]!;
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-crawl-"));
  const scene = await situation.begin(baseURL);
  const visitor = await Visitor.start(browser, baseURL, "phone", situation, scene);
  const stage = { begin: () => Promise.resolve(scene), open: () => Promise.resolve(visitor) };
  const found: string[] = [];
  for (const screen of screens) {
    const one = new Crawl(screen.id, baseURL, screen, situation, stage, new Memory(folder), false);
    await one.look();
    if (one.faults.length > 0) console.log(screen.id, one.faults, visitor.asked);
    found.push(...one.faults.map((fault) => `${screen.id}: ${fault}`));
  }
  await visitor.context.close();
  rmSync(folder, { recursive: true, force: true });
  expect(found).toEqual([]);
});

test("the crawl finds a dead press, an error, an untrue sentence, code words, an unnamed control and an unstable page", async ({
  browser,
  baseURL,
}) => {
  const found = await crawl(
    browser,
    baseURL,
    `<button>Nothing</button>
     <button onclick="this.textContent += '!'">Anything</button>
     <button onclick="this.textContent = 'Thrown'; throw new Error('planted')">Throw</button>
     <button onclick="this.after('.')"></button>
     <p>No verifications yet</p>
     <p>INSUFFICIENT_DATA</p>
     <p id="changing"></p><script>changing.textContent = performance.timeOrigin</script>`,
  );
  for (const fault of [
    "own ids › button 'Nothing': dead press",
    "own ids › button 'Throw': uncaught: planted",
    "own ids: untrue (nothing begun): No verifications yet",
    "own ids: rough words: INSUFFICIENT_DATA",
    "own ids: nameless button",
  ])
    expect(found).toContain(fault);
  expect(found).toContainEqual(expect.stringMatching(/^own ids: another page after a reload: home/));
  expect(found.filter((fault) => /'Anything'.*(dead|mute)/.test(fault))).toEqual([]);
});

test("the crawl finds a covered button and a page without a way on", async ({ browser, baseURL }) => {
  const cover = `<button>Under</button><div style="position:fixed;inset:0"></div>`;
  expect(await crawl(browser, baseURL, cover)).toEqual([
    expect.stringMatching(/^own ids › button 'Under': locator\.click: Timeout/),
  ]);
  expect(await crawl(browser, baseURL, "<p>That is all.</p>")).toEqual(["own ids: dead end: nothing leads on"]);
});

test("the crawl finds nothing on a page without faults", async ({ browser, baseURL }) => {
  expect(await crawl(browser, baseURL, '<p>Your verifications</p><a href="#on">On</a>')).toEqual([]);
});

/** The faults of one page body, served as the candidate's home. */
async function crawl(browser: Browser, baseUrl: string, body: string): Promise<string[]> {
  const situation = situations["signed in"]!;
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-crawl-"));
  const html = `<!doctype html><html lang="en"><title>Planted | Sanad</title><main><div data-screen="home"><h1>Planted</h1>${body}</div></main></html>`;
  const stage = {
    begin: () => situation.begin(baseUrl),
    open: async (scene: Parameters<typeof Visitor.start>[4]) => {
      const visitor = await Visitor.start(browser, baseUrl, "phone", situation, scene);
      await visitor.context.route("**/planted", (route) => route.fulfill({ contentType: "text/html", body: html }));
      return visitor;
    },
  };
  const screen = { id: "planted", access: "signedIn", route: "/planted" };
  const one = new Crawl("planted", baseUrl, screen, situation, stage, new Memory(folder), false);
  try {
    await one.run();
    return [...new Set(one.faults)].sort();
  } finally {
    await one.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
