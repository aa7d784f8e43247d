/* Judges the mutants that the bench sends, one after another, and sends what became of each. */
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { keepPapers, paperShelf } from "../replay/papers.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { Hunt } from "./hunt.ts";
import { shuffle, toRandom, type Mutant } from "./mutations.ts";

keepPapers(paperShelf);

process.once("message", async ({ share, sources }: { share: Mutant[]; sources: SourceDocument[] }) => {
  const hunt = await Hunt.begin(sources);
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
