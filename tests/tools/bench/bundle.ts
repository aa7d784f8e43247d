// Bytes that a candidate's phone loads before each of the first screens is usable, against the goals. Prints figures,
// and fails when a page fetches a file that only other apps need, such as the console. `npm run bench bundle files`
// lists each script and definition, `npm run bench bundle form` measures matching screens only.
import { readFileSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright";
import { services } from "#engine/contract/services.ts";
import { chromiumLaunch } from "../../support/browser.ts";
import { post, startServer } from "./parts/server.ts";
import { bytesOf, listen, roundTrips, type Traffic } from "./parts/traffic.ts";

const scripts = /^\/assets\/.*\.js$|^\/config\/v\//;
const config = /^\/config\//;
const everything = /./;
const usableWithinMs = 60_000;
const [, , ...given] = process.argv;
const namesFiles = given.includes("files");
/** Parts of screen names; none means all screens. */
const wanted = given.filter((word) => word !== "files");

interface Tokens {
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn?: number;
}
interface Open {
  orgId: string;
  formId: string;
  txnId: string;
}
interface Screen {
  name: string;
  goalKb: number;
  path: string;
  tokens?: Tokens;
  open?: Open;
  /** Navigation state, as the router keeps it. */
  state?: Record<string, unknown>;
  /** Measures a reload in a browser that keeps its storage and no cached file. */
  reloaded?: true;
  usable: (page: Page) => Promise<void>;
}

/** Files of other apps that a page has fetched. */
const foreignFetched = new Set<string>();
let foreignFiles: ReadonlySet<string> = new Set();

const { origin, stop } = await startServer();
const browser = await chromium.launch(chromiumLaunch());
try {
  const foreign = await listForeignFiles();
  console.table(Object.fromEntries(await measureAll(browser, await screens())));
  if (foreignFetched.size > 0) {
    console.error(`Files of other apps were fetched: ${[...foreignFetched].join(", ")}`);
    process.exitCode = 1;
  } else console.log(`None of ${foreign.size} files of other apps was fetched.`);
} finally {
  await browser.close();
  await stop();
}

async function screens(): Promise<Screen[]> {
  const tokens = await signUp();
  const open = await begin(tokens);
  return [
    { name: "/login", goalKb: 165, path: "/login", usable: (page) => see(page, "textbox", "Mobile number") },
    {
      name: "intro, signed out",
      goalKb: 165,
      path: "/ekyc/education-evaluation?orgId=gce",
      usable: (page) => see(page, "button", "Start Verification"),
    },
    {
      name: "home",
      goalKb: 185,
      path: "/",
      // A separate session, because a page renews its tokens.
      tokens: await signUp(),
      usable: (page) => page.locator("main").getByRole("heading").first().waitFor({ timeout: usableWithinMs }),
    },
    {
      name: "form screen",
      goalKb: 185 + 90,
      path: "/verification",
      tokens,
      open,
      state: { verificationName: "bgv-tenth" },
      reloaded: true,
      usable: (page) => see(page, "button", "Submit"),
    },
  ];
}

/** The manifest of an app: the addresses of its definitions, and the blocks in them. */
async function readApp(app: string): Promise<{ urls: Set<string>; features: Set<string> }> {
  const manifest = (await (await fetch(`${origin}/config/manifest?app=${app}&locale=en`)).json()) as {
    documents: Record<string, string>;
    validators: Record<string, string>;
  };
  const bundles = Object.entries(manifest.documents).filter(([key]) => key.startsWith("bundle/"));
  const contents = await Promise.all(
    bundles.map(async ([, url]) => (await (await fetch(origin + url)).json()) as { features: string[] }),
  );
  return {
    urls: new Set([...Object.values(manifest.documents), ...Object.values(manifest.validators)]),
    features: new Set(contents.flatMap(({ features }) => features)),
  };
}

/** Code and definitions that only the console needs. */
async function listForeignFiles(): Promise<ReadonlySet<string>> {
  const [own, other] = [await readApp("wallet"), await readApp("console")];
  const code = JSON.parse(readFileSync("dist/web/.vite/code-files.json", "utf8")) as Record<string, string[]>;
  const isOwn = (name: string) => own.features.has(name) || /^(roots:candidate|form:|widget:)/.test(name);
  const ownFiles = new Set(Object.entries(code).flatMap(([name, files]) => (isOwn(name) ? files : [])));
  const otherFiles = Object.entries(code).flatMap(([name, files]) => (isOwn(name) ? [] : files));
  const definitions = [...other.urls].filter((url) => !own.urls.has(url));
  foreignFiles = new Set([...otherFiles.filter((file) => !ownFiles.has(file)), ...definitions]);
  if (definitions.length === 0 || otherFiles.length === 0) throw new Error("No file belongs to another app alone.");
  return foreignFiles;
}

async function signUp(): Promise<Tokens> {
  return post<Tokens>(`${origin}/sandbox/session`, { mobile: "+919800000001", name: "Bench", identity: true });
}

/** A started transaction, whose forms are open. */
async function begin({ accessToken }: Tokens): Promise<Open> {
  const form = { orgId: "harbour", formId: "background-check" };
  const path = `${origin}${services.verificationWebWallet}/transactions`;
  const { data } = await post<{ data: { transactionId: string } }>(
    path,
    { orgId: form.orgId, eKycFormId: form.formId },
    accessToken,
  );
  const open = { ...form, txnId: data.transactionId };
  await post(`${path}/process`, { orgId: open.orgId, txnId: open.txnId }, accessToken);
  return open;
}

async function see(page: Page, role: "button" | "textbox", name: string): Promise<void> {
  await page.getByRole(role, { name }).first().waitFor({ timeout: usableWithinMs });
}

async function measureAll(within: Browser, list: Screen[]): Promise<[string, Record<string, unknown>][]> {
  const rows: [string, Record<string, unknown>][] = [];
  for (const screen of list)
    if (wanted.length === 0 || wanted.some((word) => screen.name.includes(word)))
      rows.push([screen.name, await measure(within, screen)]);
  return rows;
}

async function measure(within: Browser, screen: Screen): Promise<Record<string, unknown>> {
  const context = await within.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await signIn(context, screen);
    const page = await context.newPage();
    // An open stream of events would keep the network busy.
    await page.route("**/profile/events", (route) => route.fulfill({ status: 404 }));
    const traffic = await listen(page);
    let started = Date.now();
    await page.goto(origin + screen.path);
    await screen.usable(page);
    if (screen.reloaded) {
      await page.waitForLoadState("networkidle");
      await traffic.forgetFiles();
      started = Date.now();
      await page.reload();
      await screen.usable(page);
    }
    const first = [...traffic.fetched];
    const firstMs = Date.now() - started;
    for (const { url } of first)
      if (foreignFiles.has(new URL(url).pathname)) foreignFetched.add(`${new URL(url).pathname} (${screen.name})`);
    await page.waitForLoadState("networkidle");
    traffic.reset();
    await page.goto("about:blank");
    await page.goto(origin + screen.path);
    await screen.usable(page);
    const scriptBytes = bytesOf(first, scripts);
    if (namesFiles) nameFiles(screen.name, first);
    return {
      "script KB": toKb(scriptBytes),
      "goal KB": screen.goalKb,
      reached: scriptBytes <= screen.goalKb * 1024,
      "script files": first.filter(({ url }) => scripts.test(new URL(url).pathname)).length,
      "config requests": first.filter(({ url }) => config.test(new URL(url).pathname)).length,
      "config round trips": roundTrips(first, config),
      "all KB": toKb(bytesOf(first, everything)),
      "usable ms": firstMs,
      "second visit KB": toKb(bytesOf(traffic.fetched, everything)),
    };
  } catch (error) {
    return { "script KB": `not reached: ${String(error).split("\n")[0]}` };
  } finally {
    await context.close();
  }
}

/** Writes the session, the open transaction and the navigation state into storage before the page runs. */
async function signIn(context: BrowserContext, { tokens, open, state }: Screen): Promise<void> {
  await context.addInitScript(
    ([auth, ids, usr]) => {
      if (location.protocol === "about:") return;
      if (auth && localStorage.getItem("root-v3") === null) {
        localStorage.setItem("root-v3", JSON.stringify({ auth, version: 3 }));
        localStorage.setItem("refreshToken", JSON.stringify(auth.refreshToken));
      }
      for (const [key, value] of Object.entries(ids ?? {})) localStorage.setItem(key, JSON.stringify(value));
      if (usr && history.state === null) history.replaceState({ usr, key: "bench", idx: 0 }, "");
    },
    [tokens ? { refreshTokenExpiresIn: 3600, ...tokens } : undefined, open, state] as const,
  );
}

/** Prints each loaded file of the app and its definitions with start, end and size. */
function nameFiles(screen: string, fetched: Traffic["fetched"]): void {
  const chosen = fetched.filter(({ url }) => /^\/(assets|config)\//.test(new URL(url).pathname));
  const begun = Math.min(...fetched.map(({ startedAt }) => startedAt));
  const toMs = (seconds: number) => `${Math.round((seconds - begun) * 1000)}`.padStart(6);
  console.log(`\n${screen}: from and until which ms, bytes`);
  for (const { url, startedAt, endedAt, bytes } of chosen.toSorted((a, b) => a.startedAt - b.startedAt))
    console.log(toMs(startedAt), toMs(endedAt), `${bytes}`.padStart(7), url.slice(origin.length));
}

function toKb(bytes: number): number {
  return Math.round(bytes / 102.4) / 10;
}
