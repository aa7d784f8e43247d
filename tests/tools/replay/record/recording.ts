import { PDFDocument } from "pdf-lib";
import type { OperationId } from "#engine/contract/operations.ts";
import { Collector, type RecordedStep } from "./collector.ts";
import type { Note } from "./page/note.ts";
import { Person } from "./personal/person.ts";

/** What was recorded: the steps, who it was, and what could not be heard. */
export interface Recording {
  readonly steps: readonly RecordedStep[];
  readonly person: Person;
  readonly unsupported: readonly string[];
}

/** What is heard in one frame of a page. */
export class FrameRecorder {
  /** Something was done in it. */
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

  /** Who the candidate is, is learnt from what the page asks and is answered. */
  learn(operation: OperationId, value: unknown): void {
    this.#person.learn(operation, value);
  }

  learnLater(operation: OperationId, answer: Promise<unknown>): void {
    const learn = answer.then(
      (value) => this.learn(operation, (value as { data?: unknown } | null)?.data),
      () => undefined, // a page that has gone takes its answers with it
    );
    this.#counting.push(learn);
  }

  /** What was heard; waits for what is still counted. */
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
      // What is no PDF although it says so is described as one of a page.
      this.#collector.count(key, 1);
    }
  }
}
