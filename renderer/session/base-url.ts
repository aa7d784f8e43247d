import { sessionJson } from "./storage.ts";

const key = "baseUrl";
const formKey = "formUrl";

/** The last visited address of this app, kept for the tab: where a sign-in leads back to, so that a form's link is not lost by signing in. */
export const baseUrl = {
  keep(path: string, isForm = false): void {
    sessionJson.write(key, path);
    if (isForm) sessionJson.write(formKey, path);
  },
  /** The form's own link that was saved last; home when there is none. */
  takeForm: (): string => sessionJson.read<string>(formKey) ?? "/",
  /** A path of this app; anything else, and nothing, is home. */
  take(): string {
    const path = sessionJson.read<string>(key);
    return typeof path === "string" && /^\/(?![/\\])[^\s]*$/.test(path) ? path : "/";
  },
};
