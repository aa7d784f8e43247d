/** Returns the parameters of a query string with these names, byte for byte, because a signature may cover them. */
export function pickQuery(search: string, names: ReadonlySet<string>): string {
  return toParts(search)
    .filter((part) => names.has(toName(part)))
    .join("&");
}

/** Returns whether a parameter is repeated. Two readers would see different values. */
export function hasRepeatedName(search: string): boolean {
  const names = toParts(search).map(toName);
  return new Set(names).size < names.length;
}

const toParts = (search: string): string[] =>
  search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "");

/** The decoded name: of `or%67Id=1` and `orgId=1` it is the same. */
const toName = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? "";
