/**
 * Hints of a signed-in page from its last visit: organisation, language, and the bundles that it fetched at the same
 * path.
 */
export interface PageHints {
  readonly orgId?: string;
  readonly locale?: string;
  /** Keys of bundles without "bundle/". */
  readonly bundles: readonly string[];
}

const pattern = /(?:^|;\s*)sanad-page-hints=([^;]*)/;
/** The page writes at most this many characters (renderer/app/preload-hint.ts). */
const lengthMax = 400;

/**
 * Reads the cookie of a page; undefined when signed out. It only makes the server link files early. A forged cookie
 * links other public files.
 */
export function readPageHints(cookies: string | undefined, pathname: string): PageHints | undefined {
  const text = pattern.exec(cookies ?? "")?.[1];
  if (!text || text.length > lengthMax) return undefined;
  const said = new URLSearchParams(text);
  const [orgId, locale] = [said.get("orgId"), said.get("locale")];
  return {
    ...(orgId && { orgId }),
    ...(locale && { locale }),
    bundles: said.get("path") === pathname ? (said.get("bundles") ?? "").split(" ").filter(Boolean) : [],
  };
}
