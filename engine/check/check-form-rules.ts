import type { DataSchema, FormDocument } from "#engine/documents/form.ts";
import { findNearest, toPointerStep, type Issue } from "#engine/documents/issue.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { formats, isFormat } from "#engine/form/formats.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./context.ts";

/** Forms: formats that the validators know, and fields whose presence can be decided: none waits for itself. */
export const checkFormRules: Check = (set) => {
  const rules = Object.fromEntries([...set.rules()].map(([name, { expr }]) => [name, expr as Expr]));
  return set.ofKind("form").flatMap((source) => [
    ...checkFormats(source, (source.document as unknown as FormDocument).data, "/data"),
    ...checkCircles(source, set, rules),
  ]);
};

function checkFormats(source: SourceDocument, schema: DataSchema, pointer: string): Issue[] {
  const { format } = schema;
  const near = format === undefined || isFormat(format) ? undefined : findNearest(format, Object.keys(formats));
  const own = format === undefined || isFormat(format) ? [] : [issueAt(source, `${pointer}/format`, "unknown-format", `There is no format ${format}${near ? `; did you mean ${near}?` : ""}`)];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => checkFormats(source, child, `${pointer}/properties/${toPointerStep(name)}`));
  return [...own, ...inner, ...(schema.items ? checkFormats(source, schema.items, `${pointer}/items`) : [])];
}

/** A circle of `when` and `value` has no answer that page and server would surely share. */
function checkCircles(source: SourceDocument, set: DocumentSet, rules: Readonly<Record<string, Expr>>): Issue[] {
  const form = source.document as unknown as FormDocument;
  try {
    const model = toFormModel(form, (id) => set.byKey.get(`form/${id}`)?.document as unknown as FormDocument | undefined);
    const { circle } = toDependencies(model, rules);
    return circle.length === 0 ? [] : [issueAt(source, "/fields", "circular-rule", `The conditions of ${circle.join(", ")} lead in a circle`)];
  } catch {
    return []; // a form that makes no model has an issue of its own: a missing value, or a form that mounts itself
  }
}
