import type { SignInKind } from "#engine/core/definitions/app.ts";

/** The content of a mark that the server wrote into the page; undefined without it. */
const readMark = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="sanad-${name}"]`)?.content || undefined;

/** The id of the page's app; undefined for the app at `/`, whose pages have no mark. */
export const pageApp = readMark("app");
/** Who signs in to it. */
export const pageSignIn = (readMark("sign-in") ?? "candidate") as SignInKind;
