/** What a signed-in page said of itself when it was open last: whose documents it shows, in which language, and what it asked for at the same path. */
export interface Ahead {
  readonly orgId?: string;
  readonly locale?: string;
  /** Keys of bundles without their "bundle/". */
  readonly bundles: readonly string[];
}

const pattern = /(?:^|;\s*)sanad-ahead=([^;]*)/;
/** The page writes no longer ones (renderer/app/ahead.ts). */
const lengthMax = 400;

/**
 * Reads the page's cookie; undefined for who has none, as everybody who is signed out. It only brings forward what the page
 * will ask for: whoever forges it has other files linked, which they could ask for by themselves.
 */
export function readAhead(cookies: string | undefined, pathname: string): Ahead | undefined {
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
