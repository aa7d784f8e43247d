import type { Fixture } from "../contracts.ts";
import { InvalidFixture } from "../read-fixtures.ts";
import { readDottedPath, type Variables } from "#engine/core/base/fill-variables.ts";
import type { ApiClient } from "../api-client.ts";
import { listSeedUses } from "./variables.ts";

/** Creates the seed data of a fixture. Throws InvalidFixture for an unknown seed or variable. */
export async function makeSeed(fixture: Fixture, api: ApiClient): Promise<Variables> {
  const { name, seed } = fixture;
  const made = await api.sandbox<Variables>("POST", "fixture", { name: seed }).catch((error: Error) => {
    throw new InvalidFixture(`fixtures/${name}.json /seed: there is no seed '${seed}' (${error.message})`);
  });
  const faults = listSeedUses(fixture).filter(({ name: used }) => readDottedPath(made, used) === undefined);
  const lines = faults.map(({ name: used, at }) => `fixtures/${name}.json ${at}: the seed '${seed}' has no {${used}}`);
  if (lines.length > 0) throw new InvalidFixture(lines.join("\n"));
  return made;
}
