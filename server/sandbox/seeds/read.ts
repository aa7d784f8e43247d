import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { readDottedPath } from "#engine/core/base/fill-variables.ts";
import { appRoot } from "#server/root.ts";
import { PeopleSchema, SeedSchema, verbContracts, type Action, type People, type Seed } from "./contracts.ts";

/** An invalid seed: one line per error, with file and pointer. */
export class BadSeed extends Error {}

const folder = path.join(appRoot, "fixtures/seeds");
const ajv = new Ajv({ allErrors: true });
const checkSeed = ajv.compile<Seed>(SeedSchema);
const checkPeople = ajv.compile<People>(PeopleSchema);
const checkVerb = Object.fromEntries(
  Object.entries(verbContracts).map(([verb, contract]) => [verb, ajv.compile(contract)]),
);

export type VerbName = keyof typeof verbContracts;

/** Returns the verb of an action: the first of its keys that is one. */
export const toVerb = (action: Action): VerbName | undefined =>
  (Object.keys(verbContracts) as VerbName[]).find((verb) => Object.hasOwn(action, verb));

/** Returns the seed of a name, or undefined. Throws BadSeed. */
export function readSeed(name: string): Seed | undefined {
  const file = path.join(folder, `${name}.json`);
  if (!/^[a-z0-9-]+$/.test(name) || name === peopleName || !existsSync(file)) return undefined;
  const seed = read(file, checkSeed);
  const faults = seed.stories.flatMap((story, i) =>
    story.do.flatMap((action, j) => findFaults(action).map((fault) => `${file} /stories/${i}/do/${j}${fault}`)),
  );
  if (faults.length > 0) throw new BadSeed(faults.join("\n"));
  return seed;
}

const peopleName = "people";
export const readPeople = (): People => read(path.join(folder, `${peopleName}.json`), checkPeople);

function read<T>(file: string, check: ValidateFunction<T>): T {
  const found: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (check(found)) return found;
  throw new BadSeed((check.errors ?? []).map((fault) => `${file} ${fault.instancePath} ${fault.message}`).join("\n"));
}

function findFaults(action: Action): string[] {
  const verb = toVerb(action);
  if (!verb) return [`: none of its keys is a verb (${Object.keys(verbContracts).join(", ")})`];
  const check = checkVerb[verb]!;
  return check(action) ? [] : (check.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
}

/** Stores parts of a response as variables. Throws when one is missing. */
export function extractVariables(
  data: unknown,
  keep: Readonly<Record<string, string>>,
  into: Record<string, unknown>,
): void {
  for (const [name, at] of Object.entries(keep)) {
    const value = readDottedPath(data, at);
    if (value === undefined) throw new Error(`the answer holds no ${at}`);
    into[name] = value;
  }
}
