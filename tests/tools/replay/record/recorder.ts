import path from "node:path";
import { build } from "esbuild";
import type { Frame, Page, Request } from "playwright";
import { appRoot } from "#server/root.ts";
import { findCall } from "./har/match.ts";
import { FrameRecorder, type Recording } from "./recording.ts";
import type { PageMessage } from "./page/message.ts";

/** A recording and its frame. */
export interface FrameRecording extends Recording {
  readonly frame: Frame;
}

/** Records a person on a page, from `begin` to `finish`. Works with and without a visible browser. */
export class Recorder {
  readonly #frameRecorders = new Map<Frame, FrameRecorder>();
  readonly #unsupported: string[] = [];
  #isOn = false;
  /** The frame of the last action. */
  #last: Frame | undefined;

  private constructor(
    readonly page: Page,
    private readonly isWalletFrame: (frame: Frame) => boolean,
  ) {}

  /** Prepares a page before its first navigation. `isWalletFrame` selects the frames of the wallet. */
  static async prepare(page: Page, isWalletFrame: (frame: Frame) => boolean): Promise<Recorder> {
    const recorder = new Recorder(page, isWalletFrame);
    await page.exposeBinding("sanadRecord", ({ frame }, message: PageMessage) => recorder.#receive(frame, message));
    await page.addInitScript({ content: await toScript() });
    recorder.#followCalls();
    page.on("popup", () => recorder.#unsupported.push("actions in another tab"));
    return recorder;
  }

  /** Starts recording. */
  start(): void {
    this.#isOn = true;
  }

  /** The recording of the frame with the last action, or undefined. Waits for pending page counts. */
  async finish(): Promise<FrameRecording | undefined> {
    this.#isOn = false;
    const recording = this.#last && (await this.#frameRecorders.get(this.#last)?.finish());
    if (!this.#last || !recording) return undefined;
    const others = [...this.#frameRecorders].filter(([frame, { hasActions }]) => hasActions && frame !== this.#last);
    const omitted = others.map(() => "earlier actions in another frame");
    return {
      ...recording,
      unsupported: [...omitted, ...this.#unsupported, ...recording.unsupported],
      frame: this.#last,
    };
  }

  #receive(frame: Frame, message: PageMessage): void {
    if (!this.#isOn || !this.isWalletFrame(frame)) return;
    const frameRecorder = this.#toFrameRecorder(frame);
    // The embedding page opened this address, not the person.
    const isOpening =
      frame.parentFrame() &&
      !frameRecorder.hasActions &&
      message.kind === "action" &&
      message.userAction.kind === "open";
    if (isOpening) return;
    frameRecorder.add(message);
    if (message.kind === "action") this.#last = frame;
  }

  #toFrameRecorder(frame: Frame): FrameRecorder {
    const frameRecorder = this.#frameRecorders.get(frame) ?? new FrameRecorder();
    this.#frameRecorders.set(frame, frameRecorder);
    return frameRecorder;
  }

  #followCalls(): void {
    this.page.on("request", (request) => {
      const [operation, frame] = [findCall(request.method(), request.url())?.operation, findFrame(request)];
      if (operation && frame) this.#toFrameRecorder(frame).learn(operation, readBody(request.postData()));
    });
    this.page.on("response", (response) => {
      const request = response.request();
      const [operation, frame] = [findCall(request.method(), request.url())?.operation, findFrame(request)];
      if (operation === "profile.get" && frame) this.#toFrameRecorder(frame).learnLater(operation, response.json());
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
