const tries = 3;
const timeoutMs = 10 * 60 * 1000;

/** Fetches a document that stands under its hash. A lost line and a busy server are tried twice more; rejects with what was wrong last. */
export async function fetchJson<T>(url: string, left = tries - 1): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    if (left === 0) throw error;
  });
  if (response?.ok) return (await response.json()) as T;
  if (response && (left === 0 || (response.status < 500 && ![408, 425, 429].includes(response.status))))
    throw new Error(`${url} could not be fetched (${response.status}).`);
  return fetchJson(url, left - 1);
}
