import { failureCodes } from "#engine/api/failure.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** How a failure is met that no answer can be: a body code or an HTTP status that there is not. */
export const unknownCode: Check = (set) => {
  const { source, document } = findOnly(set, "failures") ?? {};
  if (!source || !document) return [];
  const codes = failureCodes.map(String);
  const strangeCodes = Object.keys(document.codes).filter((code) => !codes.includes(code));
  const strangeStatuses = Object.keys(document.statuses).filter((status) => !/^[1-5]\d\d$/.test(status));
  return [
    ...strangeCodes.map((code) =>
      issueAt(
        source,
        `/codes/${toPointerStep(code)}`,
        "unknown-code",
        `No answer has the code ${code}${meantOf(code, codes)}`,
      ),
    ),
    ...strangeStatuses.map((status) =>
      issueAt(source, `/statuses/${toPointerStep(status)}`, "unknown-code", `${status} is no HTTP status: 100 to 599`),
    ),
  ];
};
