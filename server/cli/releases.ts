/**
 * `npm run releases`: the releases that a service has served, and which one it is to serve. Ends with 0, with 1 when what
 * was asked cannot be done, with 2 when the command itself was not understood.
 */
import path from "node:path";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { checkFiles } from "#engine/check/run.ts";
import { checkSchemas, loadMetaSchemas } from "#server/config/check-schemas.ts";
import { ReleaseShelf } from "#server/config/release-shelf.ts";
import { appRoot } from "#server/root.ts";

const usage = `Usage: npm run releases [-- back [release] | newest]

The releases that a service has served, kept in its data directory (DATA_DIR, or .data); the newest first, each with
the documents in which it differs from the one before.

  back            serve the release before the one that is served, or the one named; also after a restart, until newest
  newest          serve the documents of the folder again

A running service follows within two seconds. Where several run, each has a data directory of its own.`;

/** Something that cannot be done, in words. */
class Refused extends Error {}

const schemasDir = path.resolve(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));
const dataDir = path.resolve(process.env["DATA_DIR"] ?? path.join(appRoot, ".data"));
const shelf = new ReleaseShelf(dataDir, (line) => console.error(line));

/** What lies on the shelf, and which of it is served. */
async function look() {
  const [listed, hold] = [await shelf.list(), await shelf.findHold()];
  return { listed, hold, served: hold?.release ?? listed[0]?.release };
}

const namedMax = 6;

/** Which documents a release has otherwise than the one before it. */
function sayDifference(before: readonly SourceDocument[], own: readonly SourceDocument[]): string {
  const former = new Map(before.map(({ path, document }) => [path, JSON.stringify(document)]));
  const paths = new Set(own.map(({ path }) => path));
  const differing = {
    changed: own.filter(({ path, document }) => former.has(path) && former.get(path) !== JSON.stringify(document)),
    new: own.filter(({ path }) => !former.has(path)),
    gone: before.filter(({ path }) => !paths.has(path)),
  };
  const parts = Object.entries(differing).flatMap(([what, found]) => {
    if (found.length === 0) return [];
    const more = found.length > namedMax ? ` and ${found.length - namedMax} more` : "";
    return [
      `${what}: ${found
        .slice(0, namedMax)
        .map(({ path }) => path)
        .join(", ")}${more}`,
    ];
  });
  return parts.join("; ") || "as the one before";
}

const commands: Readonly<Record<string, (release?: string) => Promise<string[]>>> = {
  list: async () => {
    const { listed, hold, served } = await look();
    if (listed.length === 0) return ["Nothing was served from this data directory yet."];
    const sources = await Promise.all(listed.map(({ release }) => shelf.find(release).catch(() => undefined)));
    return listed.flatMap(({ release, servedAt, documents }, i) => {
      const line = `${release}  ${servedAt.slice(0, 16).replace("T", " ")}  ${documents} documents`;
      const [own, before] = [sources[i], sources[i + 1]];
      return [
        release === served ? `${line}  ${hold ? `held since ${hold.since}` : "served"}` : line,
        ...(own && before ? [`  ${sayDifference(before, own)}`] : []),
      ];
    });
  },
  back: async (asked) => {
    const { listed, served } = await look();
    const release = asked ?? listed[listed.findIndex((one) => one.release === served) + 1]?.release;
    if (release === undefined) throw new Refused("There is no release before the one that is served.");
    const sources = await shelf.find(release);
    if (!sources) throw new Refused(`There is no release ${release}; npm run releases lists them.`);
    const [issue] = checkFiles(sources, { metas: await loadMetaSchemas() });
    if (issue)
      throw new Refused(`Release ${release} does not check here: ${issue.document} ${issue.pointer} ${issue.message}`);
    await shelf.hold(release);
    return [`Release ${release} is served from now on; npm run releases -- newest ends it.`];
  },
  newest: async () => {
    await shelf.letGo();
    const { issues } = await checkSchemas(schemasDir);
    return issues.length === 0
      ? ["The documents of the folder are served."]
      : [
          `The documents of the folder are wanted again. ${issues.length} to mend (npm run check): a service keeps what it serves until they check.`,
        ];
  },
};

const [name = "list", release, ...more] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const isAsked = command && more.length === 0 && (release === undefined || name === "back");
if (name === "--help") console.log(usage);
else if (!isAsked) {
  console.error(usage);
  process.exitCode = 2;
} else
  await command(release).then(
    (lines) => console.log(lines.join("\n")),
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    },
  );
