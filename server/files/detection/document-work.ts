import type { WalletError } from "#server/errors.ts";
import { pagesPerPart, type InspectedSlice, type Inspection, type InspectRequest } from "./inspection.ts";

/**
 * The budget of one document as a whole: CPU time for a hundred scanned pages, and decoded pixels of 120 scans at
 * 300 dpi with room. Pages beyond it are not assessed, and the report states so.
 */
const budget = { cpuMs: 20_000, pixels: 1_500_000_000 };

/** A document under inspection: its slices that have not started, and the results so far. */
export class DocumentWork {
  readonly person: string;
  readonly inspected: Promise<Inspection>;
  /** Set by the queue. */
  isQueued = false;
  readonly #request: InspectRequest;
  readonly #slices: InspectRequest[];
  readonly #parts: { fromPage: number; inspection: Inspection }[] = [];
  readonly #spent = { cpuMs: 0, pixels: 0 };
  #running = 0;
  #firstSkipped = Infinity;
  #isOver = false;
  #resolve!: (inspection: Inspection) => void;
  #reject!: (error: WalletError) => void;

  constructor(request: InspectRequest, person: string) {
    this.person = person;
    this.#request = request;
    this.#slices = [request];
    this.inspected = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** One page is rendered or drawn: there are no slices. */
  get #isWhole(): boolean {
    return this.#request.render !== undefined || this.#request.draw !== undefined;
  }

  get isBegun(): boolean {
    return this.#running > 0 || this.#parts.length > 0;
  }

  get hasSlices(): boolean {
    return !this.#isOver && this.#slices.length > 0;
  }

  /** Returns the next slice to run, or undefined when the document is over. */
  takeSlice(): InspectRequest | undefined {
    if (!this.hasSlices) return undefined;
    this.#running += 1;
    return this.#slices.shift();
  }

  /** Ends the document with an error that can be retried. */
  fail(error: WalletError): void {
    this.#isOver = true;
    this.#reject(error);
  }

  addResult({ inspection, cpuMs, fromPage = 1 }: InspectedSlice): void {
    this.#running -= 1;
    if (this.#isOver) return;
    this.#spent.cpuMs += cpuMs;
    this.#spent.pixels += inspection.pixels ?? 0;
    this.#parts.push({ fromPage, inspection });
    if (inspection.fault) return this.#end({ fault: inspection.fault });
    this.#addSlices(fromPage, inspection);
    if (this.#spent.cpuMs > budget.cpuMs || this.#spent.pixels > budget.pixels) this.#skipRest();
    if (this.#running === 0 && this.#slices.length === 0) this.#end(this.#join());
  }

  /** Adds the rest of a part that took its time, and after the first slice all other parts. */
  #addSlices(fromPage: number, { nextPage, lastPage, pageCount = 0 }: Inspection): void {
    if (nextPage !== undefined && lastPage !== undefined)
      this.#slices.unshift({ ...this.#request, fromPage: nextPage, pages: lastPage + 1 - nextPage });
    if (fromPage !== 1 || this.#isWhole) return;
    for (let from = 1 + pagesPerPart; from <= pageCount; from += pagesPerPart)
      this.#slices.push({ ...this.#request, fromPage: from, pages: pagesPerPart });
  }

  #skipRest(): void {
    for (const { fromPage = 1 } of this.#slices.splice(0)) this.#firstSkipped = Math.min(this.#firstSkipped, fromPage);
  }

  #end(inspection: Inspection): void {
    this.#isOver = true;
    this.#resolve(inspection);
  }

  #join(): Inspection {
    const all = this.#parts.toSorted((one, other) => one.fromPage - other.fromPage).map((part) => part.inspection);
    const { nextPage: _next, lastPage: _last, pixels: _pixels, ...first } = all[0]!;
    if (first.pageCount === undefined || this.#isWhole) return first;
    const pageCount = Math.min(first.pageCount, this.#firstSkipped - 1);
    const totalPages = pageCount < first.pageCount ? (first.totalPages ?? first.pageCount) : first.totalPages;
    return {
      pageCount,
      ...(totalPages !== undefined && { totalPages }),
      ...(first.isDynamicForm && { isDynamicForm: true }),
      pages: all.flatMap(({ pages = [] }) => pages).filter(({ page }) => page <= pageCount),
      ...(this.#request.extractText && { text: all.map(({ text = "" }) => text).join("\n") }),
    };
  }
}
