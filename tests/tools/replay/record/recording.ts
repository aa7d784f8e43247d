import { PDFDocument } from "pdf-lib";
import type { OperationId } from "#engine/contract/operations.ts";
import { Collector, type RecordedStep } from "./collector.ts";
import type { Note } from "./page/note.ts";
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
  readonly #counting: Promise<void>[] = [];

  hear(note: Note): void {
    if (note.kind === "deed") this.hasActions = true;
    if (note.kind === "bytes") this.#counting.push(this.#count(note.key, note.base64));
    else if (note.kind === "deed" && note.deed.kind === "unsaid") this.unsupported.push(note.deed.what);
    else this.#collector.hear(note);
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
    this.#counting.push(learn);
  }

  /** The recording. Waits for pending page counts. */
  async finish(): Promise<Recording> {
    const steps = this.#collector.finish();
    await Promise.all(this.#counting);
    return { steps, person: this.#person, unsupported: this.unsupported };
  }

  async #count(key: string, base64: string): Promise<void> {
    try {
      const paper = await PDFDocument.load(Buffer.from(base64, "base64"), { ignoreEncryption: true });
      this.#collector.count(key, paper.getPageCount());
    } catch {
      // An invalid PDF counts as one page.
      this.#collector.count(key, 1);
    }
  }
}
