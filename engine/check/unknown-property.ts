import { follow, keysOf, type Known } from "#engine/base/known.ts";
import { findRegions } from "./parts/find-regions.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** Roots that hold what people type, and who they are: nothing of them is counted. */
const personal = new Set(["data", "view", "profile", "result", "submissions", "questions", "credentials"]);

/** An event carries a value that no screen ever has, or one that is a person's own. */
export const unknownProperty: Check = (set) => {
  const { source, document } = findOnly(set, "analytics") ?? {};
  if (!source || !document) return [];
  const worlds = set.once(screenWorlds);
  return document.events.flatMap(({ properties = [] }, index) =>
    properties.flatMap((path, at) => {
      const [root = "", ...steps] = path.split(".");
      const place = `/events/${index}/properties/${at}`;
      if (personal.has(root))
        return [
          issueAt(source, place, "unknown-property", `"${root}" holds what people type or are: no event carries it`),
        ];
      const known = worlds.get(root) ?? [];
      if (known.some((one) => "known" in follow(one, steps))) return [];
      const names = known.length === 0 ? [...worlds.keys()] : known.flatMap(keysOf).map((key) => `${root}.${key}`);
      const message = `No screen has "${path}"${meantOf(known.length === 0 ? root : path, names)}`;
      return [issueAt(source, place, "unknown-property", message)];
    }),
  );
};

/** What each root can be, over all screens and what they lead to. */
function screenWorlds(set: DocumentSet): ReadonlyMap<string, readonly Known[]> {
  const worlds = new Map<string, Map<Known["schema"], Known>>();
  for (const env of set.once(findRegions).allEnvironments()) {
    for (const [root, known] of Object.entries(env.roots)) {
      const shapes = worlds.get(root) ?? new Map<Known["schema"], Known>();
      worlds.set(root, shapes.set(known.schema, known));
    }
  }
  return new Map([...worlds].map(([root, shapes]) => [root, [...shapes.values()]]));
}
