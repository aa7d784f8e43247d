const timeoutMs = 10 * 60 * 1000;
/** How long to wait before each further try. */
const waitsMs = [300, 900];

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Fetches a document that stands under its hash. A lost line, an answer cut short and a busy server are tried twice more; rejects with what was wrong last. */
export async function fetchJson<T>(url: string, tried = 0): Promise<T> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return (await response.json()) as T;
    throw new Unanswered(url, response.status);
  } catch (error) {
    const waitMs = waitsMs[tried];
    if (waitMs === undefined || (error instanceof Unanswered && error.isFinal)) throw error;
    await wait(waitMs);
    return fetchJson(url, tried + 1);
  }
}

class Unanswered extends Error {
  readonly isFinal: boolean;

  constructor(url: string, status: number) {
    super(`${url} could not be fetched (${status}).`);
    this.isFinal = status < 500 && ![408, 425, 429].includes(status);
  }
}
