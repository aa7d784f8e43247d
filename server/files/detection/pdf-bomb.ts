import { expandingFilters, removeTextFilters, type ExpandingFilter } from "./pdf-filters.ts";
import type { PdfFile } from "./pdf-objects.ts";

/** An A4 page at 600 dpi in colour has 105 MB. */
const streamMax = 160 * 1024 * 1024;
const allMax = 640 * 1024 * 1024;

/** A stream that expands when decoded. */
interface PackedStream {
  readonly bytes: Buffer;
  readonly filter: ExpandingFilter;
}

/**
 * Returns whether streams expand to more than a document needs, each or all together. Counts without storing the
 * output.
 */
export async function isPdfBomb({ objects, findStreams }: PdfFile): Promise<boolean> {
  const streams: PackedStream[] = [];
  for (const object of objects)
    for (const { bytes, filters } of findStreams(object))
      for (const names of filters) {
        const [filter, second] = names.flatMap((name) => expandingFilters.get(name) ?? []);
        // No real document compresses a stream twice.
        if (second) return true;
        if (filter) streams.push({ bytes: removeTextFilters(bytes, names).plain, filter });
      }
  return exceedsLimits(streams);
}

async function exceedsLimits(streams: readonly PackedStream[]): Promise<boolean> {
  // Most documents cannot reach the limits, so nothing is decoded.
  const toMaxSize = ({ bytes, filter }: PackedStream) => bytes.length * filter.ratio;
  const maxSize = streams.reduce((sum, one) => sum + toMaxSize(one), 0);
  const suspects = maxSize > allMax ? streams : streams.filter((one) => toMaxSize(one) > streamMax);
  let total = 0;
  for (const { bytes, filter } of suspects) {
    const size = await filter.count(bytes, streamMax);
    total += size;
    if (size > streamMax || total > allMax) return true;
  }
  return false;
}
