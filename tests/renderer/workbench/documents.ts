import { readFileSync } from "node:fs";
import { readDocuments } from "#server/config/read-documents.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { Choice } from "#renderer/workbench/choice.ts";
import { Documents } from "#renderer/workbench/documents.ts";

/** The repository's own documents, as the workbench gets them. */
export async function readOwn(): Promise<Documents> {
  const { files } = await readDocuments("schemas");
  return new Documents({
    folder: "schemas",
    documents: files.map(({ path, document }) => ({ path, document: document as AnyDocument })),
  });
}

/** A file of the repository's documents, as text. */
export const readText = (path: string): string => readFileSync(`schemas/${path}`, "utf8");

/** One frame of one screen, as a candidate sees it. */
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
