import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import Type, { type Static } from "typebox";
import { InvalidFixture } from "../../read-fixtures.ts";

/** Largest HAR. Images and scripts can be left out when saving it. */
const mostBytes = 256 * 1024 ** 2;
const mostEntries = 20_000;

/** The parts of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec) that the import reads. */
const Entry = Type.Object({
  startedDateTime: Type.Optional(Type.String()),
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    postData: Type.Optional(
      Type.Object({ mimeType: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
    ),
  }),
  response: Type.Object({
    status: Type.Integer(),
    content: Type.Optional(Type.Object({ text: Type.Optional(Type.String()), encoding: Type.Optional(Type.String()) })),
  }),
});
const Har = Type.Object({ log: Type.Object({ entries: Type.Array(Entry, { maxItems: mostEntries }) }) });

export type HarEntry = Static<typeof Entry>;
const check = new Ajv().compile<Static<typeof Har>>(Har);

/** Entries of a HAR in the order of their start. Throws InvalidFixture with a location for an invalid or huge file. */
export function readHar(file: string): HarEntry[] {
  const name = path.basename(file);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new InvalidFixture(`There is no file ${file}.`);
  if (size > mostBytes) {
    const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
    throw new InvalidFixture(
      `${name} has ${megabytes(size)} MB, and ${megabytes(mostBytes)} is the most: save it without pictures and scripts.`,
    );
  }
  return toEntries(name, readFileSync(file, "utf8"));
}

/** Parses the text of a HAR. `name` is its file name. */
export function toEntries(name: string, text: string): HarEntry[] {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InvalidFixture(`${name} is no HAR: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!check(found)) {
    const [fault] = check.errors ?? [];
    throw new InvalidFixture(
      `${name} is no HAR: ${fault?.instancePath || "/"} ${fault?.message ?? "is something else"}`,
    );
  }
  return found.log.entries.toSorted((one, other) => toMoment(one) - toMoment(other));
}

const toMoment = ({ startedDateTime }: HarEntry): number => Date.parse(startedDateTime ?? "") || 0;
