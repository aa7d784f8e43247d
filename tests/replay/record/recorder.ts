import path from "node:path";
import { build } from "esbuild";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright";
import { appRoot } from "#server/root.ts";
import { Collector, type RecordedStep } from "./collector.ts";
import { findCall } from "./har/match.ts";
import type { Note } from "./page/note.ts";
import { Person } from "./personal/person.ts";

/** What was recorded: the steps, who it was, and what could not be heard. */
export interface Recording {
  readonly steps: readonly RecordedStep[];
  readonly person: Person;
  readonly unsaid: readonly string[];
}

/** Hears what a person does on a page, from `begin` until it is finished. Any page will do, with a head or without. */
export class Recorder {
  readonly #collector = new Collector();
  readonly #person = new Person();
  readonly #counting: Promise<void>[] = [];
  readonly #unsaid: string[] = [];
  #isOn = false;

  private constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** Prepares a page, before it is led anywhere, whose server is at `baseUrl`. */
  static async prepare(page: Page, baseUrl: string): Promise<Recorder> {
    const recorder = new Recorder(page, new URL(baseUrl).origin);
    await page.exposeBinding("sanadRecord", ({ frame }, note: Note) => {
      if (frame === page.mainFrame()) recorder.#hear(note);
    });
    await page.addInitScript({ content: await toScript() });
    recorder.#followCalls();
    page.on("popup", () => recorder.#unsaid.push("what was done in another tab"));
    return recorder;
  }

  /** What is done from now on is heard. */
  begin(): void {
    this.#isOn = true;
  }

  /** What was heard; waits for what is still counted. */
  async finish(): Promise<Recording> {
    this.#isOn = false;
    const steps = this.#collector.finish();
    await Promise.all(this.#counting);
    return { steps, person: this.#person, unsaid: this.#unsaid };
  }

  #hear(note: Note): void {
    if (!this.#isOn || !this.#isOurs()) return;
    if (note.kind === "bytes") this.#counting.push(this.#count(note.key, note.base64));
    else if (note.kind === "deed" && note.deed.kind === "unsaid") this.#unsaid.push(note.deed.what);
    else this.#collector.hear(note);
  }

  /** The page is the wallet's, and not another host's that it led to. */
  #isOurs(): boolean {
    const url = this.page.url();
    return url === "about:blank" || new URL(url).origin === this.origin;
  }

  async #count(key: string, base64: string): Promise<void> {
    try {
      const paper = await PDFDocument.load(Buffer.from(base64, "base64"), { ignoreEncryption: true });
      this.#collector.count(key, paper.getPageCount());
    } catch {
      // What is no PDF although it says so is described as one of a page.
      this.#collector.count(key, 1);
    }
  }

  /** Who the candidate is, is learnt from what the page asks and is answered. */
  #followCalls(): void {
    this.page.on("request", (request) => {
      const call = findCall(request.method(), request.url());
      if (call) this.#person.learn(call.operation, readBody(request.postData()));
    });
    this.page.on("response", (response) => {
      const call = findCall(response.request().method(), response.url());
      if (call?.operation !== "profile.get") return;
      const learn = response.json().then(
        (answer: { data?: unknown }) => this.#person.learn(call.operation, answer.data),
        () => undefined, // a page that has gone takes its answers with it
      );
      this.#counting.push(learn);
    });
  }
}

function readBody(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined; // not JSON: an upload
  }
}

let script: Promise<string> | undefined;

/** What runs in the page, as one script. */
const toScript = (): Promise<string> =>
  (script ??= build({
    entryPoints: [path.join(appRoot, "tests/replay/record/page/listen.ts")],
    absWorkingDir: appRoot,
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  }).then(({ outputFiles }) => outputFiles[0]!.text));
