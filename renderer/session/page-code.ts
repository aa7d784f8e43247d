import { sessionJson } from "./storage.ts";

/** Part of the page's own code cannot be had: a file of its build did not come, or a document names what this build does not know. */
export class MissingCode extends Error {
  override readonly name = "MissingCode";
}

/** This build: its files are named by what is in them. */
const build = import.meta.url;
const reloadedKey = "reloaded";
const answerMs = 5_000;
let reloading = false;

/**
 * Fetches code of the page. A build that is no longer served stays incomplete, and some browsers never ask again for a
 * module that failed once: the page is loaded anew, and this does not settle. Rejects with MissingCode where that was done
 * before, would not help, or would take away what somebody may have typed.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    return lackCode(error);
  }
}

/** The same for what this build does not hold. */
export async function lackCode(cause: unknown): Promise<never> {
  if (await reloadOnce()) await new Promise(() => undefined);
  throw new MissingCode(String(cause), { cause });
}

/** One more try, pressed by somebody: for code the page is loaded anew, since drafts are kept; for anything else, or without a line, `retry` is done. */
export async function tryAgain(error: unknown, retry: () => unknown): Promise<void> {
  if (error instanceof MissingCode && (await isServed())) window.location.reload();
  else await retry();
}

/** Once for each build, so that a page which stays incomplete does not load itself for ever. */
async function reloadOnce(): Promise<boolean> {
  const builds = sessionJson.read<string[]>(reloadedKey) ?? [];
  if (reloading) return true;
  if (isTypedIn() || builds.includes(build) || !(await isServed())) return false;
  reloading = sessionJson.write(reloadedKey, [...builds, build]);
  if (reloading) window.location.reload();
  return reloading;
}

/** Something stands in which a person may have typed. */
const isTypedIn = (): boolean => document.querySelector("input, textarea, select") !== null;

/** The page would come: nobody is left with the browser's own page of errors. */
const isServed = (): Promise<boolean> =>
  fetch(window.location.pathname, {
    method: "HEAD",
    headers: { accept: "text/html" },
    cache: "no-store",
    signal: AbortSignal.timeout(answerMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
