import { mapStrings } from "./map-strings.ts";

/** Where an answer first held a value: which call's, and the dotted path in its `data`. */
export interface Source {
  readonly call: number;
  readonly path: string;
}

/** What looks like an id: in one piece, with a digit. */
const idShape = /^(?=.*\d)[\w./:-]{6,200}$/;
const days = /^\d{4}-\d\d-\d\d/;

/** Remembers what answers brought, so that a later argument can be told from what somebody typed. */
export class Ids {
  readonly #sources = new Map<string, Source>();
  readonly #given = new Set<string>();

  /** Hears what a call was given: what stood there before any answer had it was typed. */
  hearGiven(given: unknown): void {
    mapStrings(given, (text) => {
      if (!this.#sources.has(text)) this.#given.add(text);
      return text;
    });
  }

  /** Hears what a call answered. */
  hearAnswer(call: number, data: unknown): void {
    mapStrings(data, (text, path) => {
      const isId = idShape.test(text) && !days.test(text) && path.every((step) => !step.includes("."));
      if (isId && path.length > 0 && !this.#given.has(text) && !this.#sources.has(text))
        this.#sources.set(text, { call, path: path.join(".") });
      return text;
    });
  }

  /** Where a value came from; undefined for what no answer brought. */
  find(text: string): Source | undefined {
    return this.#sources.get(text);
  }
}
