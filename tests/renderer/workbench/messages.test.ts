import { expect, test } from "vitest";
import { toTranslate } from "#engine/core/definitions/translate.ts";
import { listMessages } from "#renderer/workbench/messages.ts";
import { readOwn } from "./documents.ts";

const documents = await readOwn();
const english = toTranslate(undefined);
const inHindi = toTranslate(documents.find("locale", "hi"));

test("lists messages for each field of every form in every language, without an open placeholder", () => {
  for (const { id } of documents.list("form"))
    for (const { id: orgId } of documents.list("organisation"))
      for (const { message, pointer, keyword } of [
        ...listMessages(documents, id, orgId, english),
        ...listMessages(documents, id, orgId, inHindi),
      ]) {
        expect(message.trim(), `${id} ${pointer} ${keyword}`).not.toBe("");
        expect(message, `${id} ${pointer} ${keyword}`).not.toMatch(/[{}]|undefined/);
      }
});

test("lists own texts, limits and translations as a candidate reads them", () => {
  const find = (pointer: string, keyword: string, translate = english) =>
    listMessages(documents, "address", "gce", translate).find(
      (one) => one.pointer === pointer && one.keyword === keyword,
    )?.message;
  expect(find("/line1", "maxLength")).toContain("120");
  expect(find("/line1", "require")).not.toBe(find("/line1", "require", inHindi));
  expect(listMessages(documents, "none", "gce", english)).toEqual([]);
});
