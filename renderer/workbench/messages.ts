import { keywordsOf } from "#engine/check/parts/keywords.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { applyOverrides } from "#engine/documents/merge.ts";
import { sayText } from "#engine/documents/translate.ts";
import type { Translate } from "#engine/documents/text.ts";
import { findAnchor } from "#engine/form/anchor.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import { toMessage } from "#engine/form/messages.ts";
import type { Documents } from "./documents.ts";

/** One thing that can be said at a field. */
export interface FormMessage {
  pointer: string;
  /** The keyword that is broken, or the id of a check. */
  keyword: string;
  message: string;
}

/** The limit that a keyword's words name, from where the document has it. */
const limitOf = (schema: Readonly<Record<string, unknown>>, keyword: string): Record<string, unknown> =>
  typeof schema[keyword] === "number" ? { n: schema[keyword] } : { limit: "…" };

/** Everything that a form of an organisation can say of what is typed, field by field, whatever has been typed. */
export function listMessages(documents: Documents, formId: string, orgId: string, translate: Translate): FormMessage[] {
  const { overrides } = documents.find("organisation", orgId) ?? {};
  const forms = applyOverrides([...documents.list("form"), ...documents.list("validation")], overrides ?? {}).documents;
  const find = (id: string) =>
    forms.find((form) => form.kind === "form" && form.id === id) as DocumentOf<"form"> | undefined;
  const form = find(formId);
  if (!form) return [];
  const model = toFormModel(form, find);
  const validation =
    (forms.find(({ kind }) => kind === "validation") as DocumentOf<"validation"> | undefined)?.messages ?? {};
  const scope = {
    roots: {},
    rules: Object.assign({}, ...documents.list("rules").map(toExpressions)) as Record<string, never>,
  };
  return model.fields.flatMap((field) => [
    ...keywordsOf(field.field, field.schema).map((keyword) => ({
      pointer: field.pointer,
      keyword,
      message: toMessage(model, field, { keyword, values: limitOf({ ...field.schema }, keyword) }, scope, {
        validation,
        translate,
      }),
    })),
    ...model.checks
      .filter(({ pointer }) => findAnchor(model, pointer, () => true) === field)
      .map(({ id, message }) => ({
        pointer: field.pointer,
        keyword: id,
        message: sayText(message, {}, translate),
      })),
  ]);
}

const toExpressions = ({ rules }: DocumentOf<"rules">) =>
  Object.fromEntries(Object.entries(rules).map(([name, { expr }]) => [name, expr]));
