/**
 * An address as a place of this wallet: a path, or a whole address of which path and query count, wherever its host.
 * Undefined for what is no address. What is read here is gone to inside the page, so that none leads away from it.
 */
export function toInnerPath(address: unknown): string | undefined {
  if (typeof address !== "string" || !/^(?:https?:|[/?])/i.test(address)) return undefined;
  try {
    const { pathname, search } = new URL(address.replace(/^[/\\]+/, "/"), "https://wallet.invalid");
    return pathname.replace(/^\/+/, "/") + search;
  } catch {
    return undefined;
  }
}
