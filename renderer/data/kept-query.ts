/** Something that is fetched once and kept as long as the session, by its key: a file's facts, a form, a choice's name. */
export interface KeptQuery<T> {
  readonly key: readonly unknown[];
  load(signal: AbortSignal): Promise<T>;
}
