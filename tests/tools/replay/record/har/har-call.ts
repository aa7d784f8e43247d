import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { argumentsOf } from "#engine/authoring/check/support/operations.ts";
import { findCall } from "./match.ts";
import type { HarEntry } from "./read-har.ts";

/** A call of an operation in a HAR. */
export interface HarCall {
  readonly operation: OperationId;
  /** Arguments by name, as in a definition. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments that the operation does not have. */
  readonly unknownArgs: readonly string[];
  readonly status: number;
  /** The code of the body; 0 without one. */
  readonly code: number;
  readonly data: unknown;
}

/** Reads an entry as a call. Undefined for any other request. */
export function toHarCall({ request, response }: HarEntry): HarCall | undefined {
  const found = findCall(request.method, request.url);
  if (!found) return undefined;
  const { operation, params, query } = found;
  const json = readObject(request.postData?.text);
  const body: Record<string, unknown> = { ...query, ...json, ...params };
  const args = toNamedArgs(operation, body);
  const known = argumentsOf(operation);
  const unknownArgs = Object.keys(args).filter((name) => !known.has(name));
  for (const name of unknownArgs) delete args[name];
  const answer = readObject(toText(response.content));
  const code = typeof answer["code"] === "number" ? answer["code"] : 0;
  return { operation, args, unknownArgs, status: response.status, code, data: answer["data"] };
}

/** Named arguments of a request body. Unpacks arguments that the client sends as a list. */
function toNamedArgs(operation: OperationId, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { collects, pairs } = getOperation(operation);
  const args = { ...body };
  const list = collects && args[collects.into];
  if (collects && Array.isArray(list) && list.length === 1 && isObject(list[0])) {
    const [item] = list as [Record<string, unknown>];
    if (Object.keys(item).every((key) => collects.keys.includes(key))) {
      delete args[collects.into];
      Object.assign(args, item);
    }
  }
  const rows = pairs && args[pairs.argument];
  if (pairs && Array.isArray(rows))
    args[pairs.argument] = Object.fromEntries(
      rows.filter(isObject).map((row) => [String(row[pairs.key]), row[pairs.value]]),
    );
  return args;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function toText(content: HarEntry["response"]["content"]): string | undefined {
  return content?.encoding === "base64" ? Buffer.from(content.text ?? "", "base64").toString() : content?.text;
}

/** Parses a JSON object. Returns an empty object for an upload, a page or bytes. */
function readObject(text: string | undefined): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return isObject(found) ? found : {};
  } catch {
    return {}; // bytes, or parts of a form
  }
}
