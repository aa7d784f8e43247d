/* Judges the mutants that the benchmark sends, one after another, and sends each verdict. */
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { setGeneratedFilesFolder, generatedFilesFolder } from "../replay/generated-files.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { Hunt } from "./hunt.ts";
import { shuffle, toRandom, type Mutant } from "./mutations.ts";

setGeneratedFilesFolder(generatedFilesFolder);

process.once("message", async ({ share, sources }: { share: Mutant[]; sources: SourceDefinition[] }) => {
  const hunt = await Hunt.start(sources);
  let code = 0;
  try {
    const fixtures = readFixtures();
    await hunt.learn(fixtures);
    for (const [at, mutant] of share.entries())
      process.send?.(await hunt.judge(mutant, shuffle(fixtures, toRandom(at))));
  } catch (error) {
    console.error(error);
    code = 1;
  } finally {
    await hunt.end();
  }
  process.exit(code);
});
