import { isField, isMounted, isSection } from "#engine/documents/form-entry.ts";
import type { DataSchema, FormDocument, FormEntry, FormField } from "#engine/documents/form.ts";
import { findNearest, pointerSteps, toPointerStep, type Issue } from "#engine/documents/issue.ts";
import { issueAt, type Check, type SourceDocument } from "./context.ts";

/** Forms: every field stands on a value of the data, every value has its field, no two fields share one, messages name fields. */
export const checkForms: Check = (set) =>
  set.ofKind("form").flatMap((source) => {
    const form = source.document as unknown as FormDocument;
    const placed = placeEntries(form.fields, "/fields");
    const ats = placed.flatMap(({ entry }) => (isField(entry) || isMounted(entry) ? [entry.at] : []));
    const issues: Issue[] = [];
    const seen = new Set<string>();
    for (const { entry, pointer } of placed) {
      if (isMounted(entry)) {
        seen.add(entry.at);
        continue;
      }
      if (!isField(entry)) continue;
      if (seen.has(entry.at)) issues.push(issueAt(source, `${pointer}/at`, "repeated-field", `Two fields stand at ${entry.at}`));
      seen.add(entry.at);
      if (!findSchema(form.data, entry.at)) issues.push(missingData(source, form.data, pointer, entry.at));
      issues.push(...checkField(source, entry, pointer, form.data));
    }
    const leaves = leafPointers(form.data);
    for (const leaf of leaves) {
      if (!ats.some((at) => leaf === at || leaf.startsWith(`${at}/`))) issues.push(issueAt(source, "/data/properties" + leaf, "fieldless-value", `No field fills ${leaf}`));
    }
    const names = new Set([...ats, ...leaves]);
    for (const name of Object.keys(form.messages ?? {})) {
      if (!names.has(name)) issues.push(issueAt(source, `/messages/${toPointerStep(name)}`, "unknown-field", `There is no field ${name}${near(name, names)}`));
    }
    (form.checks ?? []).forEach((check, i) => {
      if (!names.has(check.at)) issues.push(issueAt(source, `/checks/${i}/at`, "unknown-field", `There is no field ${check.at}${near(check.at, names)}`));
    });
    return issues.concat(checkMounts(placed, source, set));
  });

const near = (word: string, known: Iterable<string>): string => {
  const found = findNearest(word, known);
  return found ? `; did you mean ${found}?` : "";
};

function missingData(source: SourceDocument, data: DataSchema, pointer: string, at: string): Issue {
  return issueAt(source, `${pointer}/at`, "unknown-value", `The data has no ${at}${near(at, leafPointers(data))}`);
}

interface PlacedEntry { entry: FormEntry; pointer: string }
function placeEntries(entries: readonly FormEntry[], pointer: string): PlacedEntry[] {
  return entries.flatMap((entry, i) => [{ entry, pointer: `${pointer}/${i}` }, ...(isSection(entry) ? placeEntries(entry.fields, `${pointer}/${i}/fields`) : [])]);
}

/** The schema of one value, by its pointer in the data. */
function findSchema(data: DataSchema, at: string): DataSchema | undefined {
  let schema: DataSchema | undefined = data;
  for (const step of pointerSteps(at)) schema = Object.hasOwn(schema?.properties ?? {}, step) ? schema?.properties?.[step] : undefined;
  return schema;
}

function leafPointers(data: DataSchema, pointer = ""): string[] {
  return Object.entries(data.properties ?? {}).flatMap(([name, child]) =>
    child.properties ? [...leafPointers(child, `${pointer}/${toPointerStep(name)}`)] : [`${pointer}/${toPointerStep(name)}`]);
}

function checkField(source: SourceDocument, field: FormField, pointer: string, data: DataSchema): Issue[] {
  const issues: Issue[] = [];
  if (field.value !== undefined && (field.require !== undefined || field.fill)) issues.push(issueAt(source, `${pointer}/value`, "computed-field", "A computed value is never typed, so it can be neither required nor fill others"));
  for (const into of Object.keys(field.fill?.into ?? {})) {
    if (!findSchema(data, into)) issues.push(issueAt(source, `${pointer}/fill/into/${toPointerStep(into)}`, "unknown-value", `The data has no ${into}`));
  }
  return issues;
}

/** A mounted form must not mount its way back to itself. */
function checkMounts(placed: PlacedEntry[], source: SourceDocument, set: Parameters<Check>[0]): Issue[] {
  return placed.flatMap(({ entry, pointer }) => {
    if (!isMounted(entry)) return [];
    const reached = new Set<string>();
    const queue = [entry.form];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      const inner = set.byKey.get(`form/${id}`)?.document as unknown as FormDocument | undefined;
      queue.push(...placeEntries(inner?.fields ?? [], "").flatMap(({ entry: child }) => (isMounted(child) ? [child.form] : [])));
    }
    return reached.has(source.document.id) ? [issueAt(source, `${pointer}/form`, "circular-form", `${source.document.id} mounts itself`)] : [];
  });
}
