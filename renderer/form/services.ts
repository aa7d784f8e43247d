import type { OperationId } from "#engine/api/operations.ts";
import { services as bases } from "#engine/api/services.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import { evaluate, type Scope } from "#engine/rules/evaluate.ts";
import type { Captcha, DetectionReport, KeptFiles, Option, StoredFile, WidgetServices } from "#widgets/widget.ts";
import { locatePoint } from "./locate.ts";
import { toUploadError } from "./upload-failure.ts";

/** What the services stand on: the one client, the token of the moment, the option documents, the server's clock. */
export interface ServiceSetup {
  call(id: OperationId, args: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
  headers(): Record<string, string>;
  findOptions(id: string): OptionsDocument | undefined;
  scope(): Scope;
  verificationName?(): string | undefined;
  /** Takes the id of each captcha that is drawn: it goes with the form. */
  onCaptcha?(captchaId: string): void;
  readonly keptFiles?: KeptFiles;
  /** Milliseconds by which the server's clock is ahead. */
  readonly clockOffsetMs?: number;
  /** A failure that a widget cannot show itself (a file that does not open). */
  onFailure?(error: unknown): void;
}

/** All that widgets may ask of the outside world, over the wallet API. */
export function toWidgetServices(setup: ServiceSetup): WidgetServices {
  const { call } = setup;
  const search = async (optionsId: string, args: Record<string, unknown>, signal: AbortSignal) => {
    const options = setup.findOptions(optionsId);
    if (!options?.call) return { list: [], total: 0 };
    const scope = setup.scope();
    const own = Object.fromEntries(Object.entries(options.with ?? {}).map(([name, expr]) => [name, evaluate(expr, scope)]));
    const answer = (await call(options.call as OperationId, { ...own, ...args }, { signal })) as { list: Record<string, unknown>[]; total: number };
    return { list: answer.list.map((item) => toOption(item, options)), total: answer.total };
  };
  return {
    searchOptions: (id, { search: term, seed, count, signal }) => search(id, { ...(term === "" ? {} : { search: term }), seed, count, sort: "name", order: 1 }, signal),
    findOption: async (id, value, signal) => (await search(id, { search: value, seed: 0, count: 20, sort: "name", order: 1 }, signal)).list.find((option) => option.value === value),
    upload: async (file, { category, fieldName, detectIssues, resumeKey, signal, onProgress }) => {
      const { transfer } = await import("./upload.ts");
      const endpoint = `${bases.utility}/uploads${category === undefined ? "" : `?fileCategory=${encodeURIComponent(category)}`}`;
      const uploadId = await transfer(file, { endpoint, resumeKey, signal, headers: setup.headers, onProgress });
      try {
        if (!detectIssues) return { uploadId, stored: (await call("files.upload", { uploadId, fileCategory: category }, { signal })) as StoredFile };
        const report = (await call("files.detect", { uploadId, fieldName, verificationName: setup.verificationName?.() }, { signal })) as DetectionReport;
        return { uploadId, report };
      } catch (error) {
        throw signal.aborted ? error : toUploadError(error);
      }
    },
    acceptUpload: async (uploadId) => {
      try {
        return (await call("files.upload", { uploadId })) as StoredFile;
      } catch (error) {
        throw toUploadError(error);
      }
    },
    describeFile: async (fileUrl, signal) => {
      const response = await fetch(fileUrl, { method: "HEAD", headers: setup.headers(), signal });
      return response.ok ? toStoredFile(fileUrl, response.headers) : undefined;
    },
    loadFile: (fileUrl, signal) => loadFile(fileUrl, setup.headers(), signal),
    openFile: (fileUrl) => void openFile(fileUrl, setup),
    drawCaptcha: async (signal) => {
      const captcha = (await call("captcha.verify", { verificationName: setup.verificationName?.() }, { signal })) as Captcha;
      if (!signal.aborted) setup.onCaptcha?.(captcha.captchaId);
      return captcha;
    },
    locate: (point, signal) => locatePoint(call, point, signal),
    get mayUploadPhotos() {
      return Boolean(evaluate({ var: "profile.agentId" }, setup.scope())); // only agents may (spec §6)
    },
    now: () => Date.now() + (setup.clockOffsetMs ?? 0),
    ...(setup.keptFiles ? { keptFiles: setup.keptFiles } : {}),
  };
}

function toOption(item: Record<string, unknown>, { item: keys, disabledPostfix }: OptionsDocument): Option {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const postfix = text(item["disabledPostfix"]) || text(disabledPostfix);
  const description = keys?.hint === undefined ? "" : text(item[keys.hint]);
  return {
    name: text(item[keys?.label ?? "name"]), value: text(item[keys?.value ?? "value"]),
    ...(description ? { description } : {}), ...(item["disabled"] === true ? { disabled: true, ...(postfix ? { disabledPostfix: postfix } : {}) } : {}),
  };
}

async function loadFile(fileUrl: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(fileUrl, { headers, ...(signal ? { signal } : {}) });
  if (!response.ok) throw new Error(`The file could not be loaded (${response.status}).`);
  return response.blob();
}

/**
 * Shows a file in a new tab. The tab is opened within the press, or the browser would block it; it gets the bytes
 * as a blob: address, because files need a bearer.
 */
async function openFile(fileUrl: string, setup: ServiceSetup): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  try {
    const url = URL.createObjectURL(await loadFile(fileUrl, setup.headers()));
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    if (tab) tab.location.href = url;
    else download(url);
  } catch (error) {
    tab?.close();
    setup.onFailure?.(error);
  }
}

function download(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** Name, size and type of a stored file from its headers. */
function toStoredFile(fileUrl: string, headers: Headers): StoredFile {
  const size = Number(headers.get("content-length"));
  const type = headers.get("content-type")?.split(";")[0];
  return {
    fileUrl, fileName: toFileName(headers.get("content-disposition") ?? "") ?? fileUrl.split("/").pop() ?? "",
    ...(size > 0 ? { sizeBytes: size } : {}), ...(type ? { type } : {}),
  };
}

function toFileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1];
}
