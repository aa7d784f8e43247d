import { expect, test } from "vitest";
import { getAt } from "#engine/base/json-pointer.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import { readOwn, readText } from "./documents.ts";

const documents = await readOwn();

const read = (path: string): unknown => JSON.parse(readText(path));
const listBlocks = (body: readonly BlockDocument[]): BlockDocument[] =>
  body.flatMap((block) => [block, ...listBlocks(block.body ?? [])]);

test("every block of every screen is found in its file, and again from its place", () => {
  for (const { id, body } of documents.list("screen"))
    for (const block of listBlocks(body)) {
      const place = documents.findPlace(`screens/${id}`, block.id)!;
      expect(getAt(read(place.path), place.pointer)).toEqual(block);
      expect(documents.findPart(place.path, `${place.pointer}/text`)).toEqual({
        document: `screens/${id}`,
        name: block.id,
      });
    }
});

test("every field of every form is found where it is written, in a form that it shares too", () => {
  const find = (id: string) => documents.find("form", id);
  const elsewhere = new Set<string>();
  for (const form of documents.list("form"))
    for (const { pointer, field } of toFormModel(form, find).fields) {
      const place = documents.findPlace(`forms/${form.id}`, pointer)!;
      expect(getAt(read(place.path), place.pointer), `${form.id} ${pointer}`).toEqual(field);
      if (place.path !== `forms/${form.id}.json`) elsewhere.add(form.id);
    }
  expect(elsewhere.size).toBeGreaterThan(1);
});

test("what an organisation changes at a part is named, and found where it is written", () => {
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

test("what is no document has no place, and no part", () => {
  expect(documents.findPlace("screens/none", "heading")).toBeUndefined();
  expect(documents.findPart("screens/none.json", "/body/0")).toBeUndefined();
  expect(documents.findPlace("forms/address", "/none")).toBeUndefined();
});
