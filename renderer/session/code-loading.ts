import { sessionJson } from "./storage.ts";

/**
 * Code of the page is missing: a file of the build did not load, or a definition names a feature that this build lacks.
 */
export class MissingCodeError extends Error {
  override readonly name = "MissingCodeError";
}

/** Identifies this build: the file name contains a hash of the content. */
const build = import.meta.url;
const reloadedBuildsKey = "reloaded";
const timeoutMs = 5_000;
let reloading = false;

/**
 * Loads code of the page. If that fails, the page reloads and the promise never settles, because some browsers never
 * retry a failed module. Rejects with MissingCodeError if the page has reloaded already, is offline, or has fields
 * that may contain typed text.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    return handleMissingCode(error);
  }
}

/** Handles code that this build lacks like code that failed to load. */
export async function handleMissingCode(cause: unknown): Promise<never> {
  if (await reloadOnce()) await new Promise(() => undefined);
  throw new MissingCodeError(String(cause), { cause });
}

/**
 * Retries on the user's request. Missing code reloads the page, because drafts are stored. Other errors, and an offline
 * page, call `retry`.
 */
export async function retryLoad(error: unknown, retry: () => unknown): Promise<void> {
  if (!(await reloadForCode(error))) await retry();
}

/** Reloads the page on the user's request when code is missing and the server answers; returns whether it reloads. */
export async function reloadForCode(error: unknown): Promise<boolean> {
  if (!(error instanceof MissingCodeError) || !(await isServed())) return false;
  window.location.reload();
  return true;
}

/** Reloads once per build, so that a page that stays incomplete does not loop. */
async function reloadOnce(): Promise<boolean> {
  const builds = sessionJson.read<string[]>(reloadedBuildsKey) ?? [];
  if (reloading) return true;
  if (hasFields() || builds.includes(build) || !(await isServed())) return false;
  reloading = sessionJson.write(reloadedBuildsKey, [...builds, build]);
  if (reloading) window.location.reload();
  return reloading;
}

/** Returns whether the page has fields, in which text may be typed. */
const hasFields = (): boolean => document.querySelector("input, textarea, select") !== null;

/** Returns whether the server would answer a reload. Otherwise the user would see the browser's error page. */
const isServed = (): Promise<boolean> =>
  fetch(window.location.pathname, {
    method: "HEAD",
    headers: { accept: "text/html" },
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
