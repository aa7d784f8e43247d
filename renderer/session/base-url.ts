import { sessionJson } from "./storage.ts";

const key = "baseUrl";
const stateKey = "baseState";
const formKey = "formUrl";

/** A path of this app; anything else is none. */
const toPath = (path: unknown): string => (typeof path === "string" && /^\/(?![/\\])[^\s]*$/.test(path) ? path : "/");

/** The last visited address of this app, kept for the tab: where a sign-in leads back to, so that a form's link is not lost by signing in. */
export const baseUrl = {
  /** `state` is what the navigation there brought. */
  keep(path: string, { isForm = false, state = null }: { isForm?: boolean; state?: unknown } = {}): void {
    sessionJson.write(key, path);
    if (state === null) sessionJson.remove(stateKey);
    else sessionJson.write(stateKey, state);
    if (isForm) sessionJson.write(formKey, path);
  },
  /** The form's own link that was saved last; home when there is none. */
  takeForm: (): string => toPath(sessionJson.read(formKey)),
  /** The address; home when there is none. */
  take: (): string => toPath(sessionJson.read(key)),
  takeState: (): unknown => sessionJson.read(stateKey),
};
