import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pointerSteps } from "#engine/base/json-pointer.ts";
import { listDocuments } from "./documents.ts";

/** A file as the check is handed it. */
export interface CheckedFile {
  path: string;
  document: unknown;
}
/** One change of a document; without `put`, what stands there goes. "/list/-" is a new last item; "" the whole document. */
interface Change {
  at: string;
  put?: unknown;
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
    for (const one of changes) document = apply(document, pointerSteps(one.at), one);
    files.set(file, document);
  }
  return [...files].map(([file, document]) => ({ path: file, document }));
}

function apply(value: unknown, steps: readonly string[], change: Change): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change.put;
  if (Array.isArray(value)) {
    const list: unknown[] = [...(value as unknown[])];
    const index = step === "-" ? list.length : Number(step);
    if (rest.length === 0 && !("put" in change)) list.splice(index, 1);
    else list[index] = apply(list[index], rest, change);
    return list;
  }
  const map = { ...(value as Record<string, unknown>) };
  if (rest.length === 0 && !("put" in change)) delete map[step];
  else map[step] = apply(map[step], rest, change);
  return map;
}
