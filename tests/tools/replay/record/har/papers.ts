import type { FileSpec } from "../../contracts.ts";
import { standInName } from "../personal/stand-ins.ts";
import type { HeardCall } from "./heard-call.ts";

const endings = { "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg" } as const;
type PaperType = keyof typeof endings;
/** The file for an upload whose answer does not describe it. */
const usual: FileSpec = { type: "application/pdf", pages: 1, minBytes: 65_536, lines: ["A paper", standInName] };

/** Uploaded files by upload id, in any transport. */
export class Papers {
  readonly files: Record<string, FileSpec> = {};
  readonly #byUpload = new Map<string, string>();
  readonly #described = new Map<string, FileSpec>();

  constructor(calls: readonly HeardCall[]) {
    for (const { operation, given, data } of calls) {
      const { sizeBytes, type } = (data ?? {}) as { sizeBytes?: unknown; type?: unknown };
      if (operation !== "files.upload" || typeof sizeBytes !== "number" || !isPaperType(type)) continue;
      const pages = type === "application/pdf" ? { pages: 1 } : {};
      const paper = { type, ...pages, minBytes: Math.max(1, sizeBytes), lines: usual.lines };
      this.#described.set(String(given["uploadId"]), paper);
    }
  }

  /** The name of the file that a call sends, or undefined. `isKnown`: an earlier call stored the bytes. */
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
