import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** The page is left for a host that the catalogue does not name. */
export const unknownHost: Check = (set) => {
  const { document } = findOnly(set, "hosts") ?? {};
  if (!document) return [];
  const known = Object.keys(document.hosts);
  return listAllSteps(set).flatMap(({ source, pointer, step }) => {
    const host = step["leave"];
    if (typeof host !== "string" || known.includes(host)) return [];
    const message = `The catalogue names no host "${host}"${meantOf(host, known)}`;
    return [issueAt(source, `${pointer}/leave`, "unknown-host", message)];
  });
};
