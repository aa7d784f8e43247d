import type { DataSchema } from "#engine/documents/form.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { issueAt, type Check, type SourceDocument } from "./parts/set.ts";
import { shortestText } from "./parts/shortest-text.ts";

const bounds = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
] as const;

/**
 * A value that can never be right: its least is more than its most, its choices are of another type, or what fits its
 * pattern is longer than what it takes or cannot be typed.
 */
export const impossibleShape: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) => [
    ...inSchema(source, form.data, "/data"),
    ...fields.flatMap(({ entry, pointer }) => {
      const pattern = findPattern(findSchema(form.data, entry.at));
      if (entry["digits"] !== true || pattern === undefined || shortestText(pattern) === undefined) return [];
      if (shortestText(pattern, (sign) => /[0-9]/.test(sign)) !== undefined) return [];
      const message = `Nothing but digits can be typed here, and no text of digits fits ${pattern}`;
      return [issueAt(source, `${pointer}/digits`, "impossible-shape", message)];
    }),
  ]);

/** The pattern of a text, where it is one. */
const findPattern = (schema: DataSchema | undefined): string | undefined =>
  schema?.pattern !== undefined && findPatternFault(schema.pattern) === undefined ? schema.pattern : undefined;

function inSchema(source: SourceDocument, schema: DataSchema, pointer: string): Issue[] {
  const crossed = bounds.flatMap(([least, most]) => {
    const [low, high] = [schema[least], schema[most]];
    if (low === undefined || high === undefined || low <= high) return [];
    return [
      issueAt(source, `${pointer}/${least}`, "impossible-shape", `At least ${low} and at most ${high} is nothing`),
    ];
  });
  const pattern = findPattern(schema);
  const shortest = pattern === undefined ? undefined : shortestText(pattern);
  const cut =
    shortest === undefined || schema.maxLength === undefined || shortest <= schema.maxLength
      ? []
      : [
          issueAt(
            source,
            `${pointer}/maxLength`,
            "impossible-shape",
            `What fits the pattern has at least ${shortest} signs, and ${schema.maxLength} are taken`,
          ),
        ];
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
    ...cut,
    ...strangers,
    ...inner,
    ...(schema.items ? inSchema(source, schema.items, `${pointer}/items`) : []),
  ];
}
