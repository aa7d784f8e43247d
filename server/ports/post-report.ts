import { fetchOnce, type HttpAnswer } from "./http-client.ts";
import { ExportRejected } from "./exporter.ts";

/** Statuses after which both protocols allow a retry. */
const retriableStatuses = new Set([429, 502, 503, 504]);

/** Posts a batch and returns the answer's text. Throws ExportRejected for any answer but 2xx, and without an answer. */
export async function postReport(url: string, body: string, headers: Record<string, string>): Promise<string> {
  let answer: HttpAnswer;
  try {
    answer = await fetchOnce(url, { method: "POST", body, headers });
  } catch {
    throw new ExportRejected(0, true);
  }
  const text = await answer.read().catch(() => "");
  if (answer.ok) return text;
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  throw new ExportRejected(
    answer.status,
    retriableStatuses.has(answer.status),
    Number.isFinite(seconds) ? seconds : undefined,
  );
}
