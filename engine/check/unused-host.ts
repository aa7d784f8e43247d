import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A host that no step leaves for. Where one leaves for an address that was answered, any host may be meant. */
export const unusedHost: Check = (set) => {
  const { source, document } = findOnly(set, "hosts") ?? {};
  const left = listAllSteps(set).flatMap(({ step }) => (step["leave"] === undefined ? [] : [step["leave"]]));
  if (!source || !document || left.some((host) => typeof host !== "string")) return [];
  return Object.keys(document.hosts)
    .filter((name) => !left.includes(name))
    .map((name) =>
      issueAt(source, `/hosts/${toPointerStep(name)}`, "unused-host", `Nothing leaves for the host "${name}"`),
    );
};
