/**
 * `npm run releases`: lists the served releases, and pins one. Exit code 0, 1 when it cannot be done, 2 for wrong
 * arguments.
 */
import { countOf } from "#engine/core/base/count-of.ts";
import path from "node:path";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { checkFiles } from "#engine/authoring/check/run.ts";
import { checkSchemas, loadMetaSchemas } from "#server/config/check-schemas.ts";
import { ReleaseStore } from "#server/config/release-store.ts";
import { appRoot } from "#server/root.ts";

const usage = `Usage: npm run releases [-- back [release] | newest]

Lists the releases that a server has served, from its data directory (DATA_DIR, or .data). The newest comes first, each
with the definitions that differ from the release before.

  back            pin the release before the present one, or the named one; the pin survives a restart
  newest          end the pin: serve the folder again

A running server follows within two seconds. Every server has its own data directory.`;

/** The command cannot be done; the message gives the reason. */
class Refused extends Error {}

const schemasDir = path.resolve(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));
const dataDir = path.resolve(process.env["DATA_DIR"] ?? path.join(appRoot, ".data"));
const releaseStore = new ReleaseStore(dataDir, (line) => console.error(line));

/** The stored releases, the pin, and the served release. */
async function readState() {
  const [listed, pin] = [await releaseStore.list(), await releaseStore.findPin()];
  return { listed, pin, served: pin?.release ?? listed[0]?.release };
}

const listedMax = 6;

/** The definitions that differ from the release before. */
function describeDifference(before: readonly SourceDefinition[], own: readonly SourceDefinition[]): string {
  const previous = new Map(before.map(({ path, document }) => [path, JSON.stringify(document)]));
  const paths = new Set(own.map(({ path }) => path));
  const differences = {
    changed: own.filter(({ path, document }) => previous.has(path) && previous.get(path) !== JSON.stringify(document)),
    new: own.filter(({ path }) => !previous.has(path)),
    gone: before.filter(({ path }) => !paths.has(path)),
  };
  const parts = Object.entries(differences).flatMap(([what, found]) => {
    if (found.length === 0) return [];
    const more = found.length > listedMax ? ` and ${found.length - listedMax} more` : "";
    return [
      `${what}: ${found
        .slice(0, listedMax)
        .map(({ path }) => path)
        .join(", ")}${more}`,
    ];
  });
  return parts.join("; ") || "no difference";
}

const commands: Readonly<Record<string, (release?: string) => Promise<string[]>>> = {
  list: async () => {
    const { listed, pin, served } = await readState();
    if (listed.length === 0) return ["No release was served from this data directory yet."];
    const sources = await Promise.all(listed.map(({ release }) => releaseStore.find(release).catch(() => undefined)));
    return listed.flatMap(({ release, servedAt, documents }, i) => {
      const line = `${release}  ${servedAt.slice(0, 16).replace("T", " ")}  ${documents} definitions`;
      const [own, before] = [sources[i], sources[i + 1]];
      return [
        release === served ? `${line}  ${pin ? `pinned since ${pin.since}` : "served"}` : line,
        ...(own && before ? [`  ${describeDifference(before, own)}`] : []),
      ];
    });
  },
  back: async (requested) => {
    const { listed, served } = await readState();
    const release = requested ?? listed[listed.findIndex((one) => one.release === served) + 1]?.release;
    if (release === undefined) throw new Refused("There is no earlier release.");
    const sources = await releaseStore.find(release);
    if (!sources) throw new Refused(`There is no release ${release}; npm run releases lists them.`);
    const [issue] = checkFiles(sources, { metas: await loadMetaSchemas() });
    if (issue)
      throw new Refused(`Release ${release} has faults here: ${issue.document} ${issue.pointer} ${issue.message}`);
    await releaseStore.pin(release);
    return [`Release ${release} is pinned; npm run releases -- newest ends the pin.`];
  },
  newest: async () => {
    await releaseStore.unpin();
    const { issues } = await checkSchemas(schemasDir);
    return issues.length === 0
      ? ["The folder is served."]
      : [
          `The pin is gone, but the folder has ${countOf(issues.length, "fault")} (npm run check). A server keeps its release until they are fixed.`,
        ];
  },
};

const [name = "list", release, ...more] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const isValid = command && more.length === 0 && (release === undefined || name === "back");
if (name === "--help") console.log(usage);
else if (!isValid) {
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
