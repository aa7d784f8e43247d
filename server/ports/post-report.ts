import { ask, type Answer } from "./ask.ts";
import { NotTaken } from "./exporter.ts";

/** Answers after which both protocols let a client try again. */
const passing = new Set([429, 502, 503, 504]);

/** Posts a batch; gives the answer's text. Throws NotTaken for any answer but 2xx, and without one. */
export async function postReport(url: string, body: string, headers: Record<string, string>): Promise<string> {
  let answer: Answer;
  try {
    answer = await ask(url, { method: "POST", body, headers });
  } catch {
    throw new NotTaken(0, true);
  }
  const text = await answer.read().catch(() => "");
  if (answer.ok) return text;
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  throw new NotTaken(answer.status, passing.has(answer.status), Number.isFinite(seconds) ? seconds : undefined);
}
