/** Difference between the server's clock and the device's, in milliseconds. Pages use the server's time. */
let offsetMs = 0;

/** Reads the server's time from the header `x-server-time` (milliseconds since 1970). */
export function syncServerTime(header: string | null | undefined): void {
  const time = Number(header);
  if (header && Number.isFinite(time)) offsetMs = time - Date.now();
}

/** The server's time as of the last response; the device's time before the first. */
export const readServerTime = (): Date => new Date(Date.now() + offsetMs);
