import { kindsOf, leadsOut, type JsonSchema } from "#engine/base/known.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { typeValue } from "./parts/typed-at.ts";

/** A path of this server, and nothing that a browser takes for another host. */
const isOwnPath = (target: unknown): boolean => typeof target === "string" && /^\/(?![/\\])\S*$/.test(target);

/** What is no text is told as such. */
const isText = (schema: JsonSchema): boolean => kindsOf(schema).has("text") || kindsOf(schema).has("any");

/** The page is left for an address that no operation vouches for. */
export const unvouchedAddress: Check = (set) =>
  listAllSteps(set).flatMap(({ source, pointer, step }) => {
    if (step["leave"] === undefined) return [];
    const place = `${pointer}/leave`;
    const faults = typeValue(set, source, place, step["leave"]).filter(
      ({ expr, known }) => !isOwnPath(expr) && isText(known.schema) && known.schema["$comment"] !== leadsOut,
    );
    const message =
      "A page is left for a path of this server, or for an address that an operation marked as leading out has just answered";
    return [...new Set(faults.map((fault) => fault.pointer))].map((at) =>
      issueAt(source, at, "unvouched-address", message),
    );
  });
