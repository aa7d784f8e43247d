// What the builds before leave to the next one. Node built-ins only.
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** How many builds back a page that is still open gets its code: three releases in a day are many. */
const buildsKept = 3;
/** Which files each build has brought, the latest first. */
const listFile = ".vite/builds.json";

/**
 * Takes the files of the builds before along into the next one: a page that stands open asks for those of its own build,
 * by names that are made of what is in them. `before` and `next` are folders of the web build; `before` is left as it is.
 */
export function keepFormerBuilds(before, next) {
  const own = listAssets(next);
  const builds = listBuilds(before);
  // Code that is the same again pushes none out.
  const former = (String(builds[0]) === String(own) ? builds.slice(1) : builds).slice(0, buildsKept);
  const missing = new Set(former.flat());
  for (const name of own) missing.delete(name);
  for (const name of missing) copyFileSync(path.join(before, "assets", name), path.join(next, "assets", name));
  writeFileSync(path.join(next, listFile), JSON.stringify([own, ...former]));
}

/** A folder without the list is one build. */
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
