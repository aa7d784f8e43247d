import { expect, test } from "vitest";
import { getAt } from "#engine/core/base/json-pointer.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { readOwn, readText } from "./documents.ts";

const documents = await readOwn();

const read = (path: string): unknown => JSON.parse(readText(path));
const listBlocks = (body: readonly BlockDefinition[]): BlockDefinition[] =>
  body.flatMap((block) => [block, ...listBlocks(block.body ?? [])]);

test("finds every block of every screen in its file, and again from its place", () => {
  for (const { id, body } of documents.list("screen"))
    for (const block of listBlocks(body)) {
      const place = documents.findLocation(`screens/${id}`, block.id)!;
      expect(getAt(read(place.path), place.pointer)).toEqual(block);
      expect(documents.findPart(place.path, `${place.pointer}/text`)).toEqual({
        document: `screens/${id}`,
        name: block.id,
      });
    }
});

test("finds every field of every form where it is written, also in a shared form", () => {
  const find = (id: string) => documents.find("form", id);
  const elsewhere = new Set<string>();
  for (const form of documents.list("form"))
    for (const { pointer, field } of toFormModel(form, find).fields) {
      const place = documents.findLocation(`forms/${form.id}`, pointer)!;
      expect(getAt(read(place.path), place.pointer), `${form.id} ${pointer}`).toEqual(field);
      if (place.path !== `forms/${form.id}.json`) elsewhere.add(form.id);
    }
  expect(elsewhere.size).toBeGreaterThan(1);
});

test("finds the overrides of an organisation for a part", () => {
  const changing = documents.list("organisation").filter(({ overrides }) => Object.keys(overrides ?? {}).length > 0);
  expect(changing.length).toBeGreaterThan(0);
  for (const { id, overrides } of changing)
    for (const [target, value] of Object.entries(overrides!)) {
      const [document, name] = target.split("#") as [string, string];
      const [found] = documents.listOverrides(id, document, name);
      expect(found?.target).toBe(target);
      expect(getAt(read(found!.path), found!.pointer)).toEqual(value);
      expect(documents.listOverrides(id, document, `${name}-other`)).toEqual([]);
    }
});

test("finds no place and no part for an unknown definition", () => {
  expect(documents.findLocation("screens/none", "heading")).toBeUndefined();
  expect(documents.findPart("screens/none.json", "/body/0")).toBeUndefined();
  expect(documents.findLocation("forms/address", "/none")).toBeUndefined();
});
