import { expanding, toPlain, type Expanding } from "./pdf-filters.ts";
import type { PdfFile } from "./pdf-objects.ts";

/** A page of A4 at 600 dpi in colour is 105 MB. */
const streamMax = 160 * 1024 * 1024;
const allMax = 640 * 1024 * 1024;

/** A stream whose bytes become more as they are unpacked. */
interface Packed {
  readonly bytes: Buffer;
  readonly filter: Expanding;
}

/** Whether streams of a PDF unpack to more than a paper can need, each or all together. Only counts: what is unpacked is not kept. */
export async function isPdfBomb({ objects, findStreams }: PdfFile): Promise<boolean> {
  const packed: Packed[] = [];
  for (const object of objects)
    for (const { bytes, filters } of findStreams(object))
      for (const names of filters) {
        const [filter, another] = names.flatMap((name) => expanding.get(name) ?? []);
        // Nobody packs a paper's stream twice.
        if (another) return true;
        if (filter) packed.push({ bytes: toPlain(bytes, names).plain, filter });
      }
  return isTooMuch(packed);
}

async function isTooMuch(packed: readonly Packed[]): Promise<boolean> {
  // Most papers could not reach the limits if they would: nothing of them is unpacked.
  const toMost = ({ bytes, filter }: Packed) => bytes.length * filter.ratio;
  const most = packed.reduce((sum, one) => sum + toMost(one), 0);
  const suspects = most > allMax ? packed : packed.filter((one) => toMost(one) > streamMax);
  let total = 0;
  for (const { bytes, filter } of suspects) {
    const size = await filter.count(bytes, streamMax);
    total += size;
    if (size > streamMax || total > allMax) return true;
  }
  return false;
}
