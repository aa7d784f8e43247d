/** A place in a list of files: a stored one, or one on its way, which has no address yet. */
export interface Place {
  /** Never changes while the file is in the list. An upload keeps its file under this number. */
  readonly number: number;
  readonly fileUrl?: string | undefined;
  /** The file to send. */
  readonly first?: File;
}

/** The addresses of a value from outside. */
export const listFileUrls = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && one !== "") : [];

const toUrls = (places: readonly Place[]): string[] => places.flatMap(({ fileUrl }) => fileUrl ?? []);

/** The value of a list of places; undefined when nothing is stored. */
export const toFilesValue = (places: readonly Place[]): string[] | undefined => {
  const urls = toUrls(places);
  return urls.length === 0 ? undefined : urls;
};

/**
 * The places after the value changed elsewhere: its files in its order, and the uploads that are on their way. Stored
 * files have numbers from `max`, so that the numbers below stay free for uploads of an earlier page.
 */
export function reconcile(places: readonly Place[], value: unknown, max: number): readonly Place[] {
  const urls = listFileUrls(value);
  const known = toUrls(places);
  if (urls.length === known.length && urls.every((url, at) => url === known[at])) return places;
  let next = Math.max(max, ...places.map(({ number }) => number + 1));
  const stored = urls.map(
    (fileUrl): Place => places.find((one) => one.fileUrl === fileUrl) ?? { number: next++, fileUrl },
  );
  return [...stored, ...places.filter(({ fileUrl }) => fileUrl === undefined)];
}

/** Adds chosen files at the lowest free numbers, as many as there is room for. */
export function addFiles(places: readonly Place[], files: readonly File[], max: number): readonly Place[] {
  const taken = new Set(places.map(({ number }) => number));
  const free = Array.from({ length: max }, (_, number) => number).filter((number) => !taken.has(number));
  const room = Math.max(0, max - places.length);
  return [...places, ...files.slice(0, room).map((first, at): Place => ({ number: free[at]!, first }))];
}

/** The places with one of them moved by a step; unchanged at an end. */
export function moveFile(places: readonly Place[], number: number, step: 1 | -1): readonly Place[] {
  const from = places.findIndex((one) => one.number === number);
  const [one, other] = [places[from], places[from + step]];
  if (!one || !other) return places;
  return places.map((place) => (place === one ? other : place === other ? one : place));
}
