import { keywordsOf } from "#engine/authoring/check/support/message-keywords.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { applyOverrides } from "#engine/core/definitions/merge.ts";
import { translateText } from "#engine/core/definitions/translate.ts";
import type { Translate } from "#engine/core/definitions/text.ts";
import { findMessageField } from "#engine/core/form/message-field.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toMessage } from "#engine/core/form/messages.ts";
import type { Documents } from "./documents.ts";

/** One message that a field can show. */
export interface FormMessage {
  pointer: string;
  /** The violated keyword, or the id of a check. */
  keyword: string;
  message: string;
}

/** The limit in a keyword's message, from the schema. */
const getLimit = (schema: Readonly<Record<string, unknown>>, keyword: string): Record<string, unknown> =>
  typeof schema[keyword] === "number" ? { n: schema[keyword] } : { limit: "…" };

/** All messages that a form of an organisation can show, field by field. */
export function listMessages(documents: Documents, formId: string, orgId: string, translate: Translate): FormMessage[] {
  const { overrides } = documents.find("organisation", orgId) ?? {};
  const forms = applyOverrides([...documents.list("form"), ...documents.list("validation")], overrides ?? {}).documents;
  const find = (id: string) =>
    forms.find((form) => form.kind === "form" && form.id === id) as DefinitionOf<"form"> | undefined;
  const form = find(formId);
  if (!form) return [];
  const model = toFormModel(form, find);
  const validation =
    (forms.find(({ kind }) => kind === "validation") as DefinitionOf<"validation"> | undefined)?.messages ?? {};
  const scope = {
    roots: {},
    rules: Object.assign({}, ...documents.list("rules").map(toExpressions)) as Record<string, never>,
  };
  return model.fields.flatMap((field) => [
    ...keywordsOf(field.field, field.schema).map((keyword) => ({
      pointer: field.pointer,
      keyword,
      message: toMessage(model, field, { keyword, values: getLimit({ ...field.schema }, keyword) }, scope, {
        validation,
        translate,
      }),
    })),
    ...model.checks
      .filter(({ pointer }) => findMessageField(model, pointer, () => true) === field)
      .map(({ id, message }) => ({
        pointer: field.pointer,
        keyword: id,
        message: translateText(message, {}, translate),
      })),
  ]);
}

const toExpressions = ({ rules }: DefinitionOf<"rules">) =>
  Object.fromEntries(Object.entries(rules).map(([name, { expr }]) => [name, expr]));
