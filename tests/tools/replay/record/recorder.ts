import path from "node:path";
import { build } from "esbuild";
import type { Frame, Page, Request } from "playwright";
import { appRoot } from "#server/root.ts";
import { findCall } from "./har/match.ts";
import { FrameRecorder, type Recording } from "./recording.ts";
import type { Note } from "./page/note.ts";

/** A recording and its frame. */
export interface FrameRecording extends Recording {
  readonly frame: Frame;
}

/** Records a person on a page, from `begin` to `finish`. Works with and without a visible browser. */
export class Recorder {
  readonly #hearings = new Map<Frame, FrameRecorder>();
  readonly #unsaid: string[] = [];
  #isOn = false;
  /** The frame of the last action. */
  #last: Frame | undefined;

  private constructor(
    readonly page: Page,
    private readonly isWallets: (frame: Frame) => boolean,
  ) {}

  /** Prepares a page before its first navigation. `isWallets` selects the frames of the wallet. */
  static async prepare(page: Page, isWallets: (frame: Frame) => boolean): Promise<Recorder> {
    const recorder = new Recorder(page, isWallets);
    await page.exposeBinding("sanadRecord", ({ frame }, note: Note) => recorder.#hear(frame, note));
    await page.addInitScript({ content: await toScript() });
    recorder.#followCalls();
    page.on("popup", () => recorder.#unsaid.push("what was done in another tab"));
    return recorder;
  }

  /** Starts recording. */
  begin(): void {
    this.#isOn = true;
  }

  /** The recording of the frame with the last action, or undefined. Waits for pending page counts. */
  async finish(): Promise<FrameRecording | undefined> {
    this.#isOn = false;
    const heard = this.#last && (await this.#hearings.get(this.#last)?.finish());
    if (!this.#last || !heard) return undefined;
    const others = [...this.#hearings].filter(([frame, { hasActions: isTold }]) => isTold && frame !== this.#last);
    const unsaid = others.map(() => "what was done in another frame before");
    return { ...heard, unsupported: [...unsaid, ...this.#unsaid, ...heard.unsupported], frame: this.#last };
  }

  #hear(frame: Frame, note: Note): void {
    if (!this.#isOn || !this.isWallets(frame)) return;
    const hearing = this.#toHearing(frame);
    // The embedding page opened this address, not the person.
    const isOpening = frame.parentFrame() && !hearing.hasActions && note.kind === "deed" && note.deed.kind === "open";
    if (isOpening) return;
    hearing.hear(note);
    if (note.kind === "deed") this.#last = frame;
  }

  #toHearing(frame: Frame): FrameRecorder {
    const hearing = this.#hearings.get(frame) ?? new FrameRecorder();
    this.#hearings.set(frame, hearing);
    return hearing;
  }

  #followCalls(): void {
    this.page.on("request", (request) => {
      const [operation, frame] = [findCall(request.method(), request.url())?.operation, findFrame(request)];
      if (operation && frame) this.#toHearing(frame).learn(operation, readBody(request.postData()));
    });
    this.page.on("response", (response) => {
      const request = response.request();
      const [operation, frame] = [findCall(request.method(), request.url())?.operation, findFrame(request)];
      if (operation === "profile.get" && frame) this.#toHearing(frame).learnLater(operation, response.json());
    });
  }
}

/** The frame of a request. Undefined during a navigation. */
function findFrame(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
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

/** The script that runs in the page. */
const toScript = (): Promise<string> =>
  (script ??= build({
    entryPoints: [path.join(appRoot, "tests/tools/replay/record/page/listen.ts")],
    absWorkingDir: appRoot,
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  }).then(({ outputFiles }) => outputFiles[0]!.text));
