import type { OpenIds } from "./slices.ts";
import { dropKeptFiles, localJson, sessionJson } from "./storage.ts";

/** What was typed, and uploads that can be gone on with. */
const isTyped = (key: string): boolean => key.startsWith("draft:") || key.startsWith("tus::");
/** The person whom the typed things of this browser belong to, while nobody is signed in. */
const ownerKey = "left-by";
const leftKey = "left";
/** What makes up the place where somebody was: its address and the tab's own state. Nothing the server said. */
const placeKeys = ["baseUrl", "baseState", "formUrl", "misc", "formData", "view"] as const;

/** A tab as its person left it. */
interface Left {
  owner: string;
  ids: OpenIds;
  place: Partial<Record<(typeof placeKeys)[number], unknown>>;
}

/** Puts this browser in order after a session: what was typed stays for its owner and for nobody else. Without an owner, as after logging out, nothing stays. */
export function leaveBrowser(owner: string): void {
  if (owner) localJson.write(ownerKey, owner); // first: other tabs look for it when the tokens go
  localJson.clear((key) => owner !== "" && (key === ownerKey || isTyped(key)));
  if (!owner) dropKeptFiles();
}

/** Puts this tab in order after a session: the place stays for its owner. Without an owner nothing stays. */
export function leaveTab(owner: string, ids: OpenIds): void {
  const place = Object.fromEntries(placeKeys.map((key) => [key, sessionJson.read(key)]));
  sessionJson.clear();
  if (owner) sessionJson.write(leftKey, { owner, ids, place } satisfies Left);
}

/** Whether a session ended by itself in this browser and nobody has signed in since. */
export const isLeft = (): boolean => localJson.read(ownerKey) !== null;

/** Somebody signs in: what was left is theirs again, with the ids that were open, or goes for good. */
export function takeLeft(subject: string): OpenIds | undefined {
  const owner = localJson.read<string>(ownerKey);
  const left = sessionJson.readObject<Left>(leftKey);
  localJson.remove(ownerKey);
  sessionJson.remove(leftKey);
  if (owner !== null && owner !== subject) {
    localJson.clear((key) => !isTyped(key));
    dropKeptFiles();
  }
  // A form link that was opened meanwhile is where they want to go.
  if (!left.place || left.owner !== subject || sessionJson.read("formUrl") !== null) return undefined;
  for (const [key, value] of Object.entries(left.place)) if (value !== null) sessionJson.write(key, value);
  return left.ids;
}
