import type { Fixture } from "../contracts.ts";
import { BadFixture } from "../read-fixtures.ts";
import { pick, type Variables } from "#engine/base/fill-variables.ts";
import type { Wire } from "../wire.ts";
import { listSeededUses } from "./variables-known.ts";

/** Adds what a fixture begins with. Throws BadFixture where the sandbox has no such seed, or a step uses what is not in it. */
export async function makeSeed(fixture: Fixture, wire: Wire): Promise<Variables> {
  const { name, seed } = fixture;
  const made = await wire.sandbox<Variables>("POST", "fixture", { name: seed }).catch((error: Error) => {
    throw new BadFixture(`fixtures/${name}.json /seed: there is no seed '${seed}' (${error.message})`);
  });
  const faults = listSeededUses(fixture).filter(({ name: used }) => pick(made, used) === undefined);
  const lines = faults.map(({ name: used, at }) => `fixtures/${name}.json ${at}: the seed '${seed}' has no {${used}}`);
  if (lines.length > 0) throw new BadFixture(lines.join("\n"));
  return made;
}
