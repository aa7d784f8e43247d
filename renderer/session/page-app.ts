import type { SignInKind } from "#engine/core/definitions/app.ts";

interface PageMarks {
  /** The id of the page's app; undefined for the app at `/`, whose pages have no mark. */
  readonly app: string | undefined;
  /** Who signs in to it. */
  readonly signIn: SignInKind;
}

/** The content of a mark that the server wrote into the page; undefined without it. */
const readMark = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="sanad-${name}"]`)?.content || undefined;

const readMarks = (): PageMarks => ({
  app: readMark("app"),
  signIn: (readMark("sign-in") ?? "candidate") as SignInKind,
});

let marks = readMarks();

/** The app of the loaded page. */
export const getPageApp = (): PageMarks => marks;

/** Reads the marks again, in a process that loads several pages. */
export function reloadPageApp(): void {
  marks = readMarks();
}
