import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toStyledJson } from "#server/cli/json-style.ts";
import type { Fixture } from "../contracts.ts";
import { InvalidFixture, toFixture } from "../read-fixtures.ts";

/** Checks the name of a new fixture. Throws InvalidFixture. */
export function assertFreeName(name: string | undefined, folder: string): asserts name is string {
  if (name === undefined || name === "")
    throw new InvalidFixture("What shall it be called? --record <name>, --har <file> <name>.");
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new InvalidFixture(
      `'${name}' is no name of a fixture: words in small letters with dashes between, 'a-degree-is-edited'.`,
    );
  if (existsSync(path.join(folder, `${name}.json`)))
    throw new InvalidFixture(
      `There is a fixture '${name}' already: choose another name, or delete fixtures/${name}.json.`,
    );
}

/** Writes a formatted fixture and reads it back. Throws when the file exists, InvalidFixture when it is invalid. */
export function writeFixture(name: string, fixture: Omit<Fixture, "name">, folder: string): Fixture {
  const text = toStyledJson(fixture);
  const read = toFixture(name, text);
  writeFileSync(path.join(folder, `${name}.json`), text, { flag: "wx" });
  return read;
}
