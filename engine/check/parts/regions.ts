import type { Environment } from "./environment.ts";
import type { SourceDocument } from "./set.ts";

/** Which part of which document is read in which world: filled while screens, flows and forms are followed. */
export class Regions {
  readonly #bySource = new Map<SourceDocument, Map<string, Environment[]>>();

  /** What stands at and below a pointer is read in this world too, unless a longer pointer says otherwise. */
  add(source: SourceDocument, pointer: string, env: Environment): void {
    const places = this.#bySource.get(source) ?? new Map<string, Environment[]>();
    this.#bySource.set(source, places);
    const envs = places.get(pointer) ?? [];
    places.set(pointer, envs);
    if (!envs.includes(env)) envs.push(env);
  }

  has(source: SourceDocument): boolean {
    return this.#bySource.has(source);
  }

  /** Every world in which anything is read. */
  allEnvironments(): ReadonlySet<Environment> {
    return new Set([...this.#bySource.values()].flatMap((places) => [...places.values()].flat()));
  }

  /** The worlds of a place: those of the longest pointer that it stands below. */
  envsAt(source: SourceDocument, pointer: string): readonly Environment[] {
    const places = this.#bySource.get(source);
    for (let prefix = pointer; places; prefix = prefix.slice(0, prefix.lastIndexOf("/"))) {
      const found = places.get(prefix);
      if (found) return found;
      if (prefix === "") return [];
    }
    return [];
  }
}
