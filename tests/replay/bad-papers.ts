import { listSamples } from "../papers/corpus.ts";
import { flaws } from "../papers/flaws.ts";
import { hostileFiles, makeBomb, type HostileFile } from "../server/files/hostile.ts";

const hostile: Readonly<Record<string, Pick<HostileFile, "make">>> = {
  ...hostileFiles,
  bomb: { make: () => Promise.resolve(makeBomb()) },
};
/** The photographs and scans of one lot: the same bytes each time. */
const seed = 1;

/** What a paper may be, other than a good one: a file that nobody should be able to send, or a paper with a flaw. */
export function listBadPapers(): string[] {
  return [...Object.keys(hostile), ...flaws];
}

/** Makes one of them; a flaw as strong as they come, on one picture. */
export async function makeBadPaper(as: string): Promise<Buffer> {
  const file = hostile[as];
  if (file) return file.make();
  const sample = listSamples(seed).find(({ name }) => name === `${as}-strong-0`);
  if (!sample) throw new Error(`nobody knows how to make a paper as '${as}'`);
  return Buffer.from(await sample.make());
}
