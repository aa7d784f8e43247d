import type { DataSchema } from "#engine/documents/form.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listForms } from "./parts/entries.ts";
import { issueAt, type Check, type SourceDocument } from "./parts/set.ts";

const bounds = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
] as const;

/** A value that can never be right: its least is more than its most, or its choices are of another type. */
export const impossibleShape: Check = (set) =>
  listForms(set).flatMap(({ source, form }) => inSchema(source, form.data, "/data"));

function inSchema(source: SourceDocument, schema: DataSchema, pointer: string): Issue[] {
  const crossed = bounds.flatMap(([least, most]) => {
    const [low, high] = [schema[least], schema[most]];
    if (low === undefined || high === undefined || low <= high) return [];
    return [
      issueAt(source, `${pointer}/${least}`, "impossible-shape", `At least ${low} and at most ${high} is nothing`),
    ];
  });
  const strangers = (schema.enum ?? []).flatMap((value, index) => {
    const wanted = schema.type === "integer" ? "number" : schema.type;
    if (wanted === undefined || typeof value === wanted) return [];
    const message = `${JSON.stringify(value)} is no ${schema.type}`;
    return [issueAt(source, `${pointer}/enum/${index}`, "impossible-shape", message)];
  });
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    inSchema(source, child, `${pointer}/properties/${toPointerStep(name)}`),
  );
  return [
    ...crossed,
    ...strangers,
    ...inner,
    ...(schema.items ? inSchema(source, schema.items, `${pointer}/items`) : []),
  ];
}
