import { authAtom, store } from "#renderer/session/slices.ts";
import { say } from "#renderer/shell/snackbars.ts";

/** A stored file as its headers tell it. */
export interface FileFacts { fileName: string; type: string; sizeBytes: number }

const toHeaders = (): HeadersInit => ({ Authorization: `Bearer ${store.get(authAtom).accessToken}` });

/** Name, type and size of a stored file; undefined when it is not there or not ours. */
export async function findFile(fileUrl: string, signal?: AbortSignal): Promise<FileFacts | null> {
  const response = await fetch(fileUrl, { method: "HEAD", headers: toHeaders(), signal });
  if (!response.ok) return null;
  return { fileName: toFileName(response.headers.get("content-disposition") ?? ""), type: response.headers.get("content-type") ?? "", sizeBytes: Number(response.headers.get("content-length") ?? 0) };
}

/** The file name of a Content-Disposition header (RFC 6266), the encoded one first. */
export function toFileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "file";
}

/** The bytes of a stored file. Throws when it is not there. */
export async function loadFile(fileUrl: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(fileUrl, { headers: toHeaders(), signal });
  if (!response.ok) throw new Error(`The file could not be loaded (${response.status}).`);
  return response.blob();
}

/** Shows a stored file in a tab of its own, through a blob: address that is let go after a minute. */
export async function openFile(fileUrl: string): Promise<void> {
  // The tab is opened at once: a browser lets only a press open one.
  const tab = window.open("", "_blank");
  try {
    const url = URL.createObjectURL(await loadFile(fileUrl));
    if (tab) tab.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    say(error instanceof Error ? error.message : String(error), "error");
  }
}
