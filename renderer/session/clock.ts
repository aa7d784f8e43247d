/** How far the server's clock is from the device's, in milliseconds: what pages show and decide follows the server. */
let aheadMs = 0;

/** Takes the server's time from an answer (milliseconds since 1970, as the header `x-server-time` says it). */
export function noteServerTime(header: string | null | undefined): void {
  const time = Number(header);
  if (header && Number.isFinite(time)) aheadMs = time - Date.now();
}

/** The server's time, as far as the last answer told it; the device's own before the first. */
export const readServerTime = (): Date => new Date(Date.now() + aheadMs);
