const timeoutMs = 10 * 60 * 1000;
/** Wait before each retry. */
const waitsMs = [300, 900];

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Fetches a definition by its hash. Retries twice after a lost connection, a truncated answer or a busy server, then
 * rejects with the last error.
 */
export async function fetchJson<T>(url: string, attempt = 0): Promise<T> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return (await response.json()) as T;
    throw new FetchError(url, response.status);
  } catch (error) {
    const waitMs = waitsMs[attempt];
    if (waitMs === undefined || (error instanceof FetchError && error.isFinal)) throw error;
    await wait(waitMs);
    return fetchJson(url, attempt + 1);
  }
}

class FetchError extends Error {
  readonly isFinal: boolean;

  constructor(url: string, status: number) {
    super(`${url} could not be fetched (${status}).`);
    this.isFinal = status < 500 && ![408, 425, 429].includes(status);
  }
}
