import type { Paper } from "../../contracts.ts";
import { standInName } from "../personal/stand-ins.ts";
import type { HeardCall } from "./heard-call.ts";

const endings = { "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg" } as const;
type PaperType = keyof typeof endings;
/** What is taken for a paper whose answer says nothing of it. */
const usual: Paper = { type: "application/pdf", pages: 1, minBytes: 65_536, lines: ["A paper", standInName] };

/** Papers that calls sent, by the id of their upload; how they travelled is another's business. */
export class Papers {
  readonly files: Record<string, Paper> = {};
  readonly #byUpload = new Map<string, string>();
  readonly #described = new Map<string, Paper>();

  constructor(calls: readonly HeardCall[]) {
    for (const { operation, given, data } of calls) {
      const { sizeBytes, type } = (data ?? {}) as { sizeBytes?: unknown; type?: unknown };
      if (operation !== "files.upload" || typeof sizeBytes !== "number" || !isPaperType(type)) continue;
      const pages = type === "application/pdf" ? { pages: 1 } : {};
      const paper = { type, ...pages, minBytes: Math.max(1, sizeBytes), lines: usual.lines };
      this.#described.set(String(given["uploadId"]), paper);
    }
  }

  /** The name of the paper that a call sends; undefined where it sends none. `isKnown`: something before it has stored the bytes. */
  find({ operation, given }: HeardCall, isKnown: boolean): string | undefined {
    if (operation !== "files.detect" && operation !== "files.upload") return undefined;
    if (isKnown) return undefined;
    const upload = String(given["uploadId"]);
    const paper = this.#described.get(upload) ?? usual;
    const called = this.#byUpload.get(upload) ?? `paper-${Object.keys(this.files).length + 1}.${endings[paper.type]}`;
    this.#byUpload.set(upload, called);
    this.files[called] = paper;
    return called;
  }
}

const isPaperType = (type: unknown): type is PaperType => typeof type === "string" && Object.hasOwn(endings, type);
