/**
 * The path and query of an address, with any host; undefined for a value that is no address. The result always
 * stays inside this wallet.
 */
export function toLocalPath(address: unknown): string | undefined {
  if (typeof address !== "string" || !/^(?:https?:|[/?])/i.test(address)) return undefined;
  try {
    const { pathname, search } = new URL(address.replace(/^[/\\]+/, "/"), "https://wallet.invalid");
    return pathname.replace(/^\/+/, "/") + search;
  } catch {
    return undefined;
  }
}
