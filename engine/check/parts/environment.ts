import type { Known } from "#engine/base/known.ts";

/** The world that an expression sees at one place: its roots with their shapes. */
export interface Environment {
  readonly roots: Readonly<Record<string, Known>>;
  /** The place in words: "the screen form". */
  readonly where: string;
}

/** The same world with more in it, or with other shapes; `where` when the place has words of its own. */
export function extend(env: Environment, roots: Readonly<Record<string, Known>>, where = env.where): Environment {
  return { roots: { ...env.roots, ...roots }, where };
}
