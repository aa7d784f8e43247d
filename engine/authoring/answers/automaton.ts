import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** A step of an automaton: to a state, for some characters or for free. */
interface Step {
  readonly to: number;
  /** The source of a class of one character; undefined for a step without a character. */
  readonly sign?: string;
}

/** A nondeterministic automaton that accepts the whole texts a pattern accepts. */
export interface Automaton {
  readonly start: number;
  readonly end: number;
  readonly steps: readonly (readonly Step[])[];
}

/** Maximum number of states; a pattern that needs more is not read. */
const statesMax = 3_000;
/** Repetitions without a limit. */
const unlimited = Number.POSITIVE_INFINITY;

/**
 * Reads a pattern of the subset that definitions may use. Undefined for one that is too large or not allowed, and for
 * one with assertions inside it. Without ^ or $ any text may come before or after.
 */
export function toAutomaton(pattern: string): Automaton | undefined {
  if (findPatternFault(pattern) !== undefined) return undefined;
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  try {
    return new Builder().build(alternatives);
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

class Unread extends Error {}

class Builder {
  readonly #steps: Step[][] = [];

  build(alternatives: readonly AST.Alternative[]): Automaton {
    const [start, end] = [this.#state(), this.#state()];
    for (const { elements } of alternatives) {
      const from = this.#link(start);
      const isBegun = isEdge(elements[0], "start");
      const isEnded = isEdge(elements.at(-1), "end");
      if (!isBegun) this.#anything(from);
      const inner = elements.slice(isBegun ? 1 : 0, isEnded ? -1 : undefined);
      const to = this.#sequence(inner, from);
      if (!isEnded) this.#anything(to);
      this.#steps[to]!.push({ to: end });
    }
    return { start, end, steps: this.#steps };
  }

  #state(): number {
    if (this.#steps.length >= statesMax) throw new Unread();
    return this.#steps.push([]) - 1;
  }

  #link(from: number, sign?: string): number {
    const to = this.#state();
    this.#steps[from]!.push(sign === undefined ? { to } : { to, sign });
    return to;
  }

  #anything(at: number): void {
    this.#steps[at]!.push({ to: at, sign: "[^]" });
  }

  #sequence(elements: readonly AST.Element[], from: number): number {
    return elements.reduce((at, element) => this.#element(element, at), from);
  }

  #element(element: AST.Element, from: number): number {
    switch (element.type) {
      case "Assertion":
        throw new Unread();
      case "Quantifier":
        return this.#repeat(element, from);
      case "Group":
      case "CapturingGroup": {
        const end = this.#state();
        for (const { elements } of element.alternatives) {
          const to = this.#sequence(elements, this.#link(from));
          this.#steps[to]!.push({ to: end });
        }
        return end;
      }
      default:
        return this.#link(from, element.raw);
    }
  }

  #repeat({ element, min, max }: AST.Quantifier, from: number): number {
    let at = from;
    for (let count = 0; count < min; count += 1) at = this.#element(element, at);
    if (max === unlimited) {
      const loop = this.#link(at);
      const to = this.#element(element, loop);
      this.#steps[to]!.push({ to: loop });
      return this.#link(loop);
    }
    const end = this.#state();
    for (let count = min; count < max; count += 1) {
      this.#steps[at]!.push({ to: end });
      at = this.#element(element, this.#link(at));
    }
    this.#steps[at]!.push({ to: end });
    return end;
  }
}

const isEdge = (element: AST.Element | undefined, kind: "start" | "end"): boolean =>
  element?.type === "Assertion" && element.kind === kind;
