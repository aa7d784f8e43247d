import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { changeAt, type Change } from "#engine/base/change-at.ts";
import { listDocuments } from "./documents.ts";

/** A file as the check is handed it. */
export interface CheckedFile {
  path: string;
  document: unknown;
}
/** A fixture: what is changed in the base, by document, and the one finding that must follow. */
export interface Fault {
  name: string;
  change: Record<string, Change[]>;
  expect: { document: string; pointer: string; code: string; says: string };
}

const folder = "tests/engine/check/faults";

/** Every fixture, by its name. */
export const faults: Fault[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => ({
    name: file.replace(/\.json$/, "").replaceAll("-", " "),
    ...(JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Omit<Fault, "name">),
  }));

const base = listDocuments("tests/engine/check/base");

/** The base with the changes of a fixture. */
export function withFault({ change }: Fault): CheckedFile[] {
  const files = new Map<string, unknown>(base.map(({ path: file, document }) => [file, document]));
  for (const [file, changes] of Object.entries(change)) {
    let document = structuredClone(files.get(file));
    for (const one of changes) document = changeAt(document, one);
    files.set(file, document);
  }
  return [...files].map(([file, document]) => ({ path: file, document }));
}
