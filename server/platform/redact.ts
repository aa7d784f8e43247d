/*
 * What reports of pages must not contain: mail addresses, tokens, numbers of people, and
 * addresses whose path, query or fragment is a secret (share links, `sso`, codes).
 */

export const removed = "…";

/** Paths of static files: of use in a stack, and without a secret. */
const staticPath = /^\/(?:assets|config)\/[\w./-]+\.(?:m?js|css|json|woff2?)$/;
/** The position in a file at the end of a stack's address. */
const position = /(?::\d{1,7}){1,2}$/;

/**
 * The text without mail addresses, tokens, more than four digits of any script in a row (also with separators or
 * letters between them), and without paths, queries and fragments of addresses.
 */
export function redactText(text: string): string {
  const kept: string[] = [];
  const keep = (part: string) => `\u{E000}${String.fromCodePoint(0xe001 + (kept.push(part) - 1))}\u{E000}`;
  return decode(text.replace(/[\u{E000}-\u{F8FF}]/gu, ""))
    .replace(/\bBearer\s+\S+/gi, `Bearer ${removed}`)
    .replace(/eyJ[\w-]+(?:[.~][\w-]*)+/gi, removed)
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>()]*/gi, (address) => toSafeAddress(address, keep))
    .replace(/[^\s"'<>(),;:=/?&#]+@(?!\u{E000})[^\s"'<>(),;?&#]+/gu, removed)
    .replace(/(?<![\w/])\/[^\s"'<>()]*/g, toSafePath)
    .replace(/([?&#][\w.-]{1,40})=[^\s"'<>&)]*/g, `$1=${removed}`)
    .replace(/[\w-]{20,}/g, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? removed : run))
    .replace(/[\p{L}\p{N}]{8,}/gu, (run) => ((run.match(/\p{N}/gu)?.length ?? 0) >= 4 ? removed : run))
    .replace(/\p{N}(?:[^\p{L}\p{N}\u{E000}]{0,3}\p{N}){4,}/gu, removed)
    .replace(/\u{E000}(.)\u{E000}/gu, (_, mark: string) => kept[mark.codePointAt(0)! - 0xe001] ?? removed);
}

/** Ids of releases, visits and requests: not a number in disguise, and no token, which has dots. */
export function isPlainId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text) && !/^eyJ/i.test(text) && text.replace(/[^A-Za-z]/g, "").length >= text.length / 4;
}

/** One spelling for equal texts: %39 and full-width digits become digits, %40 and full-width @ become @. */
function decode(text: string): string {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return decoded.normalize("NFKC");
}

/** The origin, and the path where it names a static file. Credentials of the address go too. */
function toSafeAddress(address: string, keep: (part: string) => string): string {
  const at = position.exec(address)?.[0] ?? "";
  const url = URL.canParse(address) ? new URL(at ? address.slice(0, -at.length) : address) : undefined;
  if (!url?.host) return removed;
  const path = url.pathname;
  const isStatic = staticPath.test(path);
  return keep(`${url.protocol}//${url.host}${isStatic ? path : `/${removed}`}${isStatic ? at : ""}`);
}

/** Cuts query and fragment off, and what follows the first segment: `/shared/…`. */
function toSafePath(path: string): string {
  const [first = "", ...rest] = path.split(/[?#]/, 1)[0]!.slice(1).split("/");
  const cut = rest.some(Boolean) || path.includes("?") || path.includes("#");
  return `/${first}${cut ? `/${removed}` : ""}`;
}
