import { readPaths } from "#engine/rules/read-paths.ts";
import { listSites } from "./sites.ts";
import type { DocumentSet } from "./set.ts";

/** The paths that are read at a place, and all that stands above them. */
interface Readings {
  readonly paths: Set<string>;
  readonly above: Set<string>;
}

/** Every path that is read, by the place whose world it is read in: "the screen form" → "view.step". */
function readings(set: DocumentSet): ReadonlyMap<string, Readings> {
  const read = new Map<string, Readings>();
  const known = new Map<unknown, readonly string[]>();
  for (const { value, env } of set.once(listSites)) {
    const paths = known.get(value) ?? readPaths(value, set.rules);
    if (typeof value === "object") known.set(value, paths);
    const places = read.get(env.where) ?? { paths: new Set<string>(), above: new Set<string>() };
    read.set(env.where, places);
    for (const path of paths) {
      if (places.paths.has(path)) continue;
      places.paths.add(path);
      for (const above of prefixesOf(path)) places.above.add(above);
    }
  }
  return read;
}

/** "a.b.c" → "a", "a.b", "a.b.c". */
function prefixesOf(path: string): string[] {
  const steps = path.split(".");
  return steps.map((_, index) => steps.slice(0, index + 1).join("."));
}

/** Whether a path, something below it, or all that it stands in, is read at one of the places; anywhere without a choice. */
export function isRead(set: DocumentSet, path: string, isPlace: (where: string) => boolean = () => true): boolean {
  const whole = prefixesOf(path);
  for (const [where, { paths, above }] of set.once(readings))
    if (isPlace(where) && (above.has(path) || whole.some((one) => paths.has(one)))) return true;
  return false;
}
