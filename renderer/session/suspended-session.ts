import type { OpenIds } from "./slices.ts";
import { deletePendingFiles, localJson, sessionJson } from "./storage.ts";

/** Keys of drafts and of resumable uploads. */
const isTyped = (key: string): boolean => key.startsWith("draft:") || key.startsWith("tus::");
/** The user who owns the drafts while no user is signed in. */
const ownerKey = "suspended-owner";
const suspendedKey = "suspended-session";
/** The keys that are suspended with a tab: its address and its own state. No server data. */
const stateKeys = ["baseUrl", "baseState", "formUrl", "misc", "formData", "view"] as const;
type TabState = Partial<Record<(typeof stateKeys)[number], unknown>>;

/** A tab at the end of its session. */
interface SuspendedTab {
  owner: string;
  ids: OpenIds;
  state: TabState;
}

/** Keys and shape of the build before: what it stored stays usable, and its open tabs read the owner too. */
const formerOwnerKey = "left-by";
const formerKey = "left";
const ownerKeys = [ownerKey, formerOwnerKey];
type FormerTab = Omit<SuspendedTab, "state"> & { place: TabState };

/**
 * Suspends the browser's storage: only the owner's drafts and uploads stay. Without an owner, after sign-out, clears
 * everything.
 */
export function suspendBrowserStorage(owner: string): void {
  if (owner) for (const key of ownerKeys) localJson.write(key, owner); // first: other tabs read it when the tokens go
  localJson.clear((key) => owner !== "" && (ownerKeys.includes(key) || isTyped(key)));
  if (!owner) deletePendingFiles();
}

/** Suspends the tab's storage for the owner. Without an owner, clears everything. */
export function suspendTabStorage(owner: string, ids: OpenIds): void {
  const state = Object.fromEntries(stateKeys.map((key) => [key, sessionJson.read(key)]));
  sessionJson.clear();
  if (owner) sessionJson.write(suspendedKey, { owner, ids, state } satisfies SuspendedTab);
}

const readOwner = (): string | null => localJson.read<string>(ownerKey) ?? localJson.read<string>(formerOwnerKey);

function readSuspendedTab(): Partial<SuspendedTab> {
  const { place, ...former } = sessionJson.readObject<FormerTab>(formerKey);
  return { ...former, ...(place && { state: place }), ...sessionJson.readObject<SuspendedTab>(suspendedKey) };
}

/** Returns whether a session has expired in this browser without a sign-in since. */
export const isSessionSuspended = (): boolean => readOwner() !== null;

/** Restores the suspended tab of the user who signs in and returns the open ids. Deletes another user's drafts. */
export function restoreSuspendedSession(subject: string): OpenIds | undefined {
  const owner = readOwner();
  const suspended = readSuspendedTab();
  for (const key of ownerKeys) localJson.remove(key);
  for (const key of [suspendedKey, formerKey]) sessionJson.remove(key);
  if (owner !== null && owner !== subject) {
    localJson.clear((key) => !isTyped(key));
    deletePendingFiles();
  }
  // A form link opened meanwhile takes precedence.
  if (!suspended.state || suspended.owner !== subject || sessionJson.read("formUrl") !== null) return undefined;
  for (const [key, value] of Object.entries(suspended.state)) if (value !== null) sessionJson.write(key, value);
  return suspended.ids;
}
