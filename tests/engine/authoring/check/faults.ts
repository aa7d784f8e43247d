import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { changeAt, type Change } from "#engine/core/base/change-at.ts";
import { listDefinitions, metas } from "./definitions.ts";

/** A file as the check receives it. */
export interface CheckedFile {
  path: string;
  document: unknown;
}
/** Changes of the base, by document. */
export type Changes = Readonly<Record<string, readonly Change[]>>;

/** A fixture: changes of the base, and the one finding that they cause. Its folder is the code of the finding. */
export interface Fault {
  /** "form/missing-label/text-field". */
  name: string;
  code: string;
  change: Changes;
  expect: { document: string; pointer: string; message: string };
}

const folder = "tests/engine/authoring/check/faults";

/** Every fixture, by its name. */
export const faults: readonly Fault[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => file.endsWith(".json"))
  .sort()
  .map((file) => ({
    name: file.replace(/\.json$/, ""),
    code: path.posix.dirname(file),
    ...(JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Pick<Fault, "change" | "expect">),
  }));

/** What the server knows beside the definitions of the base. */
export const context = {
  metas,
  listed: { "boards.search": new Set(["anna-university", "university-of-delhi"]) },
  files: new Set(["/acme.svg", "/demo.webm"]),
};

const base = listDefinitions("tests/engine/authoring/check/base");

/** The base with changes. */
export function withChanges(changes: Changes): CheckedFile[] {
  const files = new Map<string, unknown>(base.map(({ path: file, document }) => [file, document]));
  for (const [file, list] of Object.entries(changes)) {
    let document = structuredClone(files.get(file));
    for (const change of list) document = changeAt(document, change);
    files.set(file, document);
  }
  return [...files].map(([file, document]) => ({ path: file, document }));
}
