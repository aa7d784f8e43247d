import { NotTaken } from "./exporter.ts";

const timeoutMs = 10_000;
/** Answers after which both protocols let a client try again. */
const passing = new Set([429, 502, 503, 504]);

/** Posts a batch; gives the answer's text. Throws NotTaken for any answer but 2xx, and without one. */
export async function postReport(url: string, body: string, headers: Record<string, string>): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      body,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new NotTaken(0, true);
  }
  const text = await response.text().catch(() => "");
  if (response.ok) return text;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new NotTaken(response.status, passing.has(response.status), Number.isFinite(seconds) ? seconds : undefined);
}
