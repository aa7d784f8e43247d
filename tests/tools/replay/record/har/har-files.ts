import type { FileSpec } from "../../contracts.ts";
import { standInName } from "../personal/stand-ins.ts";
import type { HarCall } from "./har-call.ts";

const endings = { "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg" } as const;
type FileType = keyof typeof endings;
/** The file for an upload whose answer does not describe it. */
const defaultFile: FileSpec = {
  type: "application/pdf",
  pages: 1,
  minBytes: 65_536,
  lines: ["A document", standInName],
};

/** Uploaded files by upload id, in any transport. */
export class HarFiles {
  readonly files: Record<string, FileSpec> = {};
  readonly #byUpload = new Map<string, string>();
  readonly #specs = new Map<string, FileSpec>();

  constructor(calls: readonly HarCall[]) {
    for (const { operation, args, data } of calls) {
      const { sizeBytes, type } = (data ?? {}) as { sizeBytes?: unknown; type?: unknown };
      if (operation !== "files.upload" || typeof sizeBytes !== "number" || !isFileType(type)) continue;
      const pages = type === "application/pdf" ? { pages: 1 } : {};
      const spec = { type, ...pages, minBytes: Math.max(1, sizeBytes), lines: defaultFile.lines };
      this.#specs.set(String(args["uploadId"]), spec);
    }
  }

  /** The name of the file that a call sends, or undefined. `isKnown`: an earlier call stored the bytes. */
  find({ operation, args }: HarCall, isKnown: boolean): string | undefined {
    if (operation !== "files.detect" && operation !== "files.upload") return undefined;
    if (isKnown) return undefined;
    const upload = String(args["uploadId"]);
    const spec = this.#specs.get(upload) ?? defaultFile;
    const fileName =
      this.#byUpload.get(upload) ?? `document-${Object.keys(this.files).length + 1}.${endings[spec.type]}`;
    this.#byUpload.set(upload, fileName);
    this.files[fileName] = spec;
    return fileName;
  }
}

const isFileType = (type: unknown): type is FileType => typeof type === "string" && Object.hasOwn(endings, type);
