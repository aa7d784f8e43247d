import { sessionJson } from "./storage.ts";

const key = "baseUrl";
const stateKey = "baseState";
const formKey = "formUrl";

/** A path of this app; "/" for anything else. */
const toPath = (path: unknown): string => (typeof path === "string" && /^\/(?![/\\])[^\s]*$/.test(path) ? path : "/");

/** The last visited address, stored for the tab. Sign-in returns to it, so that a form's link is not lost. */
export const baseUrl = {
  /** `state` is the navigation state of the address. */
  save(path: string, { isForm = false, state = null }: { isForm?: boolean; state?: unknown } = {}): void {
    sessionJson.write(key, path);
    if (state === null) sessionJson.remove(stateKey);
    else sessionJson.write(stateKey, state);
    if (isForm) sessionJson.write(formKey, path);
  },
  /** The last saved form link; "/" if there is none. */
  readForm: (): string => toPath(sessionJson.read(formKey)),
  /** The last saved address; "/" if there is none. */
  read: (): string => toPath(sessionJson.read(key)),
  readState: (): unknown => sessionJson.read(stateKey),
};
