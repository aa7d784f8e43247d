import { getOperation, type OperationId } from "#engine/api/operations.ts";
import { toRequest } from "#engine/api/request.ts";
import type { ConfigClient } from "./config-client.ts";
import type { KeptQuery } from "./kept-query.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureBody } from "./failure.ts";
import { meetFailure } from "./meet-failure.ts";
import { send } from "./transport.ts";

/** A stored file as its headers tell it; a size or a type that they do not tell is left out. */
export interface FileFacts {
  fileName: string;
  type?: string;
  sizeBytes?: number;
}

const toParcel = (path: string, method: string, signal?: AbortSignal) =>
  ({ operation: "files.get", path, method, auth: "user", signal }) as const;

/** With these the server says that a file is not there, not ours, or not to be given while it is with the virus scanner. */
const absent = new Set([403, 404, 409, 410]);

/** Name, type and size of a stored file; null when it is not there, not ours or not given yet. */
export const findFile = (fileUrl: string, signal?: AbortSignal): Promise<FileFacts | null> =>
  send(
    toParcel(fileUrl, "HEAD", signal),
    () => Promise.resolve(),
    ({ ok, status, headers }) => {
      if (ok) return toFacts(headers, fileUrl);
      return absent.has(status) ? null : new Failure("files.get", status);
    },
  );

/** The same, once for everybody who shows the file. */
export const toFileQuery = (fileUrl: string): KeptQuery<FileFacts | null> => ({
  key: ["file", fileUrl],
  load: (signal) => findFile(fileUrl, signal),
});

function toFacts(headers: Headers, fileUrl: string): FileFacts {
  const sizeBytes = Number(headers.get("content-length"));
  const type = headers.get("content-type")?.split(";")[0];
  return {
    fileName: findFileName(headers.get("content-disposition") ?? "") ?? fileUrl.split("/").pop() ?? "",
    ...(type ? { type } : {}),
    ...(sizeBytes > 0 ? { sizeBytes } : {}),
  };
}

/** The file name of a Content-Disposition header (RFC 6266), the encoded one first. */
function findFileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** The bytes of a stored file. Throws Failure: status 0 without an answer. */
export const loadFile = (fileUrl: string, signal?: AbortSignal): Promise<Blob> =>
  send(
    toParcel(fileUrl, "GET", signal),
    (answer) => answer.blob(),
    ({ ok, status }, content) => (ok ? content : new Failure("files.get", status)),
  );

/** The file that an operation answers, with the name it has there. Throws Failure, as any call. */
export function fetchAnswer(id: OperationId, args: Record<string, unknown>): Promise<{ blob: Blob; fileName: string }> {
  const { path, method } = toRequest(id, args, store.get(openIdsAtom));
  return send(
    { operation: id, path, method, auth: getOperation(id).auth },
    (answer) => answer.blob(),
    async ({ ok, status, headers }, blob) =>
      ok
        ? { blob, fileName: findFileName(headers.get("content-disposition") ?? "") ?? id }
        : new Failure(id, status, await toBody(blob), headers.get("retry-after")),
  );
}

/** What a refusal says; nothing where it is no envelope. */
const toBody = async (content: Blob): Promise<FailureBody> => {
  try {
    return (JSON.parse(await content.text()) as FailureBody | null) ?? {};
  } catch {
    return {};
  }
};

/** The browser keeps the address for a moment after the press; afterwards the bytes may go. */
const keptMs = 60_000;

/** Gives somebody a file of this name. */
export function giveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

/**
 * Shows a stored file in a tab of its own, through a blob: address that is let go after a minute, because files need a
 * bearer. The tab is opened at once: a browser lets only a press open one. Where it lets none, the file is downloaded.
 */
export async function openFile(fileUrl: string, config: ConfigClient): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  try {
    const url = URL.createObjectURL(await loadFile(fileUrl));
    setTimeout(() => URL.revokeObjectURL(url), keptMs);
    if (tab) tab.location.href = url;
    else download(url);
  } catch (error) {
    tab?.close();
    meetFailure(error, config);
  }
}

function download(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
