/*
 * Mutation test of the definitions: applies one-line faults drawn by a seed and looks for the check or the fixture that
 * detects each. Prints survivors and the share detected. `npm run bench mutants [count] [seed]`; uses two servers.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";
import path from "node:path";
import type { Verdict } from "../mutants/hunt.ts";
import { collectNames, drawControls, drawSample, keepSaid, listMutants } from "../mutants/mutations.ts";

const [count = "100", seed = "1"] = process.argv.slice(2);
const workers = 2;
const controlCount = 6;
const started = Date.now();

const { sources, metas, issues } = await checkSchemas(path.join(appRoot, "schemas"));
if (issues.length > 0) throw new Error("The documents do not check; npm run check says what is wrong.");
const names = collectNames(sources, metas);
const all = keepSaid(
  sources.flatMap((source) => listMutants(source, metas, names)),
  sources,
);
const sample = drawSample(all, Number(count), Number(seed));
const controls = drawControls(sources, controlCount, Number(seed));
console.log(`${sample.length} of ${all.length} faults (seed ${seed}), and ${controls.length} changes that are none`);

const verdicts = (
  await Promise.all(Array.from({ length: workers }, (_, own) => hunt(sample.filter((_one, i) => i % workers === own))))
).flat();
for (const { mutant, caughtBy = "", says } of verdicts.filter(isControl))
  if (caughtBy) console.log(`  ${caughtBy} alarmed at nothing in ${mutant.path}: ${says}`);
tell(verdicts.filter((verdict) => !isControl(verdict)));
process.exit();

function isControl({ mutant }: Verdict): boolean {
  return controls.some(({ pointer, says }) => pointer === mutant.pointer && says === mutant.says);
}

/** Judges a share of the mutants in its own process, because a process holds one headless page. */
function hunt(share: readonly unknown[]): Promise<Verdict[]> {
  const found: Verdict[] = [];
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("../mutants/worker.ts", import.meta.url)), [], {
      execArgv: ["--import", "tsx"],
    });
    child.on("message", (verdict: Verdict) => {
      found.push(verdict);
      if (verdict.caughtBy === undefined && !isControl(verdict)) console.log(`  survived: ${toLine(verdict)}`);
    });
    child.on("exit", (code) => (code === 0 ? resolve(found) : reject(new Error(`a worker ended with ${code}`))));
    child.send({ share, sources });
  });
}

function tell(found: readonly Verdict[]): void {
  const caught = found.filter(({ caughtBy }) => caughtBy !== undefined);
  const byCheck = caught.filter(({ caughtBy }) => caughtBy === "check").length;
  const share = (100 * caught.length) / found.length;
  console.log(
    `\n${caught.length} of ${found.length} caught (${share.toFixed(1)} %): ${byCheck} by the check, ${caught.length - byCheck} by a fixture`,
  );
  console.log(`${Math.round((Date.now() - started) / 1000)} s in all`);
}

function toLine({ mutant, says }: Verdict): string {
  return `${mutant.path} ${mutant.pointer}: ${mutant.says} (${says})`;
}
