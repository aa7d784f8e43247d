// Carries files of previous builds over to the next one. Node built-ins only.
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Builds whose files stay for open pages: three releases in a day are many. */
const buildsKept = 3;
/** The files of each build, the latest first. */
const listFile = ".vite/builds.json";

/**
 * Copies the files of previous builds into the next one, because an open page requests the files of its build by
 * content hash. `before` and `next` are folders of the web build; `before` stays unchanged.
 */
export function keepPreviousBuilds(before, next) {
  const own = listAssets(next);
  const builds = listBuilds(before);
  // An identical build displaces none.
  const previous = (String(builds[0]) === String(own) ? builds.slice(1) : builds).slice(0, buildsKept);
  const missing = new Set(previous.flat());
  for (const name of own) missing.delete(name);
  for (const name of missing) copyFileSync(path.join(before, "assets", name), path.join(next, "assets", name));
  writeFileSync(path.join(next, listFile), JSON.stringify([own, ...previous]));
}

/** A folder without the list counts as one build. */
function listBuilds(web) {
  const file = path.join(web, listFile);
  const there = listAssets(web);
  const builds = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [there];
  return builds.map((names) => names.filter((name) => there.includes(name))).filter((names) => names.length > 0);
}

function listAssets(web) {
  const assets = path.join(web, "assets");
  return existsSync(assets) ? readdirSync(assets).sort() : [];
}
