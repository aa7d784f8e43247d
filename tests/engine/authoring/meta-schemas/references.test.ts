import { expect, test } from "vitest";
import { codeEntries } from "#engine/authoring/check/index.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { metas } from "../check/definitions.ts";

/** Keys of texts that name nothing: sentences, own ids, own names, values that are stored or compared. */
const free: readonly RegExp[] = [
  /\/(description|\$schema|text|context|example|value|placeholder)$/,
  /\/(id|section|note|about|as|name|displayName|productName|fieldName|reason|error|version|type)$/,
  /^locale .*\/texts/,
  /^(screen|common) .*\/(route|enum)(\/\*)?$/,
  /^organisation \/(seller\/address\/\*|seller\/taxNumber|evaluationBody|contacts\/phone)$/,
  /^limits \/limits\/fileHosts\/\*$/,
  /\/(format|category)$/,
  /^articles .*\/route$/,
  /^analytics \/events\/\*\/properties/,
];

/** Names within one definition or of another system, with the check that refuses an unknown one. */
const checked: Readonly<Record<string, string>> = {
  "analytics /events/*/from": "analytics/unknown-moment",
  "analytics /events/*/dialog": "analytics/unknown-moment",
  "analytics /events/*/row": "analytics/unknown-moment",
  "options /enabled/*": "options/unknown-item",
  "options /item/value": "options/unknown-item-key",
  "options /item/label": "options/unknown-item-key",
  "options /item/hint": "options/unknown-item-key",
  "options /item/image": "options/unknown-item-key",
  "verification /hidden/^.*$/*": "verification/unknown-input",
  "common /widget-phone/country": "form/unknown-country",
  "promises /texts/^.*$/*": "promises/unknown-promise",
  "support /hours/timeZone": "support/unknown-zone",
};
const isFilled = (place: string): boolean => place.endsWith("/fill/into/^.*$");

const isOpen = (schema: JsonSchema): boolean =>
  schema["type"] === "string" && !["enum", "const", "pattern", "x-ref", "x-slot"].some((key) => key in schema);

/** The places of all strings that may be any text. */
function* listOpenStrings(schema: unknown, place: string): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  const written = schema as Readonly<Record<string, Record<string, unknown> | unknown[] | undefined>>;
  if (isOpen(schema as JsonSchema)) yield place;
  for (const key of ["properties", "patternProperties", "definitions"])
    for (const [name, child] of Object.entries(written[key] ?? {})) yield* listOpenStrings(child, `${place}/${name}`);
  for (const key of ["items", "additionalProperties"]) yield* listOpenStrings(written[key], `${place}/*`);
  for (const key of ["anyOf", "oneOf", "allOf"])
    for (const child of Object.values(written[key] ?? {})) yield* listOpenStrings(child, place);
}

const places = Object.entries(metas).flatMap(([file, schema]) => [
  ...listOpenStrings(schema, `${file.replace(".schema.json", "")} `),
]);

test("gives every string that names something a reference or a check", () => {
  const unknown = places.filter(
    (place) => !isFilled(place) && !Object.hasOwn(checked, place) && !free.some((pattern) => pattern.test(place)),
  );
  expect(unknown).toEqual([]);
});

test("has the checks of names that are no references", () => {
  const codes = codeEntries.map(({ code }) => code as string);
  expect([...Object.values(checked), "form/fill-unknown-answer"].filter((code) => !codes.includes(code))).toEqual([]);
  expect(Object.keys(checked).filter((place) => !places.includes(place))).toEqual([]);
});
