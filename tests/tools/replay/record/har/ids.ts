import { mapStrings } from "./map-strings.ts";

/** The first answer with a value: the index of its call and the path in its `data`. */
export interface Source {
  readonly call: number;
  readonly path: string;
}

/** The shape of an id: one word with a digit. */
const idShape = /^(?=.*\d)[\w./:-]{6,200}$/;
const days = /^\d{4}-\d\d-\d\d/;

/** Remembers values of answers, to tell ids from typed text in later arguments. */
export class Ids {
  readonly #sources = new Map<string, Source>();
  readonly #typed = new Set<string>();

  /** Adds the arguments of a call. A value that no earlier answer had was typed. */
  addArguments(args: unknown): void {
    mapStrings(args, (text) => {
      if (!this.#sources.has(text)) this.#typed.add(text);
      return text;
    });
  }

  /** Adds the answer of a call. */
  addAnswer(call: number, data: unknown): void {
    mapStrings(data, (text, path) => {
      const isId = idShape.test(text) && !days.test(text) && path.every((step) => !step.includes("."));
      if (isId && path.length > 0 && !this.#typed.has(text) && !this.#sources.has(text))
        this.#sources.set(text, { call, path: path.join(".") });
      return text;
    });
  }

  /** The source of a value, or undefined. */
  find(text: string): Source | undefined {
    return this.#sources.get(text);
  }
}
