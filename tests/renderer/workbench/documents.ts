import { readFileSync } from "node:fs";
import { readDefinitions } from "#server/config/read-definitions.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { Choice } from "#renderer/workbench/choice.ts";
import { Documents } from "#renderer/workbench/documents.ts";

/** The repository's own definitions, as the workbench gets them. */
export async function readOwn(): Promise<Documents> {
  const { files } = await readDefinitions("schemas");
  return new Documents({
    folder: "schemas",
    definitions: files.map(({ path, document }) => ({ path, document: document as AnyDefinition })),
  });
}

export const readText = (path: string): string => readFileSync(`schemas/${path}`, "utf8");

/** One frame of one screen, for a candidate. */
export const usualChoice: Choice = {
  subject: "screens/home",
  request: "",
  org: ["gce"],
  lang: ["en"],
  who: ["candidate"],
  width: ["phone"],
  theme: ["light"],
  values: {},
};
