import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { toWireRequest } from "#engine/contract/request.ts";
import type { ConfigClient } from "./config-client.ts";
import type { CachedQuery } from "./use-cached-query.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureBody } from "./failure.ts";
import { handleFailure } from "./handle-failure.ts";
import { getOperation } from "./operations.ts";
import { send } from "./transport.ts";

/** A stored file as its response headers describe it. A missing header leaves the property out. */
export interface FileFacts {
  fileName: string;
  type?: string;
  sizeBytes?: number;
}

const toFileRequest = (path: string, method: string, signal?: AbortSignal) =>
  ({ operation: "files.get", path, method, auth: "user", signal }) as const;

/** Statuses of a file that does not exist, belongs to another user, or is still in the virus scanner. */
const unavailableStatuses = new Set([403, 404, 409, 410]);

/** Name, type and size of a stored file; null if it is not available. */
export const fetchFileFacts = (fileUrl: string, signal?: AbortSignal): Promise<FileFacts | null> =>
  send(
    toFileRequest(fileUrl, "HEAD", signal),
    () => Promise.resolve(),
    ({ ok, status, headers }) => {
      if (ok) return toFacts(headers, fileUrl);
      return unavailableStatuses.has(status) ? null : new Failure("files.get", status);
    },
  );

/** The same as a query that all viewers of the file share. */
export const toFileQuery = (fileUrl: string): CachedQuery<FileFacts | null> => ({
  key: ["file", fileUrl],
  load: (signal) => fetchFileFacts(fileUrl, signal),
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

/** The file name of a Content-Disposition header (RFC 6266). Prefers the encoded form. */
function findFileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** The content of a stored file. Throws Failure (status 0 without an answer). */
export const loadFile = (fileUrl: string, signal?: AbortSignal): Promise<Blob> =>
  send(
    toFileRequest(fileUrl, "GET", signal),
    (answer) => answer.blob(),
    ({ ok, status }, content) => (ok ? content : new Failure("files.get", status)),
  );

/** Fetches the file that an operation returns, with its name. Throws Failure like any call. */
export function fetchDownload(
  id: AppOperationId,
  args: Record<string, unknown>,
): Promise<{ blob: Blob; fileName: string }> {
  const { path, method } = toWireRequest({ id, entry: getOperation(id) }, args, store.get(openIdsAtom));
  return send(
    { operation: id, path, method, auth: getOperation(id).auth },
    (answer) => answer.blob(),
    async ({ ok, status, headers }, blob) =>
      ok
        ? { blob, fileName: findFileName(headers.get("content-disposition") ?? "") ?? id }
        : new Failure(id, status, await toBody(blob), headers.get("retry-after")),
  );
}

/** The envelope of a refusal; {} if the body is no envelope. */
const toBody = async (content: Blob): Promise<FailureBody> => {
  try {
    return (JSON.parse(await content.text()) as FailureBody | null) ?? {};
  } catch {
    return {};
  }
};

/** The browser may read a blob URL for a moment after the click. Then it is released. */
const releaseAfterMs = 60_000;

/** Saves a file under this name. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs);
}

/**
 * Opens a stored file in a new tab through a blob URL, because files need a bearer token. Opens the tab first, since
 * browsers allow that only during a click. Downloads the file if the browser blocks the tab.
 */
export async function openFile(fileUrl: string, config: ConfigClient): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  try {
    const url = URL.createObjectURL(await loadFile(fileUrl));
    setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs);
    if (tab) tab.location.href = url;
    else download(url);
  } catch (error) {
    tab?.close();
    handleFailure(error, config);
  }
}

function download(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
