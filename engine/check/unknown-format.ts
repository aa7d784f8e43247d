import type { DataSchema } from "#engine/documents/form.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { formats, isFormat } from "#engine/form/formats.ts";
import { listForms } from "./parts/entries.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check, type SourceDocument } from "./parts/set.ts";

/** A format of form data that no validator knows. */
export const unknownFormat: Check = (set) =>
  listForms(set).flatMap(({ source, form }) => inSchema(source, form.data, "/data"));

function inSchema(source: SourceDocument, schema: DataSchema, pointer: string): Issue[] {
  const { format } = schema;
  const own =
    format === undefined || isFormat(format)
      ? []
      : [
          issueAt(
            source,
            `${pointer}/format`,
            "unknown-format",
            `There is no format "${format}"${meantOf(format, Object.keys(formats))}`,
          ),
        ];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    inSchema(source, child, `${pointer}/properties/${toPointerStep(name)}`),
  );
  return [...own, ...inner, ...(schema.items ? inSchema(source, schema.items, `${pointer}/items`) : [])];
}
