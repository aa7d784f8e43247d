import { PDFDocument } from "pdf-lib";
import type { OperationId } from "#engine/contract/operations.ts";
import { Collector, type RecordedStep } from "./collector.ts";
import type { PageMessage } from "./page/message.ts";
import { Person } from "./personal/person.ts";

/** The recorded steps, the candidate, and actions without a verb. */
export interface Recording {
  readonly steps: readonly RecordedStep[];
  readonly person: Person;
  readonly unsupported: readonly string[];
}

/** Records one frame of a page. */
export class FrameRecorder {
  /** A person acted in the frame. */
  hasActions = false;
  readonly unsupported: string[] = [];
  readonly #collector = new Collector();
  readonly #person = new Person();
  readonly #pending: Promise<void>[] = [];

  add(message: PageMessage): void {
    if (message.kind === "action") this.hasActions = true;
    if (message.kind === "bytes") this.#pending.push(this.#count(message.key, message.base64));
    else if (message.kind === "action" && message.userAction.kind === "unsupported")
      this.unsupported.push(message.userAction.what);
    else this.#collector.add(message);
  }

  /** Learns the candidate from calls of the page. */
  learn(operation: OperationId, value: unknown): void {
    this.#person.learn(operation, value);
  }

  learnLater(operation: OperationId, answer: Promise<unknown>): void {
    const learn = answer.then(
      (value) => this.learn(operation, (value as { data?: unknown } | null)?.data),
      () => undefined, // the page closed before its answer arrived
    );
    this.#pending.push(learn);
  }

  /** The recording. Waits for pending page counts. */
  async finish(): Promise<Recording> {
    const steps = this.#collector.finish();
    await Promise.all(this.#pending);
    return { steps, person: this.#person, unsupported: this.unsupported };
  }

  async #count(key: string, base64: string): Promise<void> {
    try {
      const pdf = await PDFDocument.load(Buffer.from(base64, "base64"), { ignoreEncryption: true });
      this.#collector.count(key, pdf.getPageCount());
    } catch {
      // An invalid PDF counts as one page.
      this.#collector.count(key, 1);
    }
  }
}
