import type { VerificationDocument } from "#engine/documents/verification.ts";
import { derive, type DerivedForm } from "#engine/form/derive.ts";
import { toFormModel, type FormModel } from "#engine/form/form-model.ts";
import type { Messages } from "#engine/form/messages.ts";
import { toOptionValues } from "#engine/form/options.ts";
import { toSectionSchemas } from "#engine/form/section-schemas.ts";
import type { Replacing } from "#engine/form/replaced.ts";
import { validate, type FieldError as FormError, type ShapeError } from "#engine/form/validate.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { compileSection } from "#server/config/compile-validator.ts";
import type { FieldError } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";

/** A form and the validators of its sections, as a transaction's release has them. */
export interface CheckedForm {
  model: FormModel;
  shape(sectionId: string, data: Readonly<Record<string, unknown>>): readonly ShapeError[];
}

const forms = new WeakMap<TransactionDocuments, Map<string, CheckedForm>>();

/** The form by which a verification is given; undefined for one that has none (identity by Aadhaar). Compiled once. */
export function findForm(
  documents: TransactionDocuments,
  verification: VerificationDocument | undefined,
): CheckedForm | undefined {
  const id = verification?.form;
  const document = id === undefined ? undefined : documents.form(id);
  if (!document) return undefined;
  const known = forms.get(documents) ?? new Map<string, CheckedForm>();
  forms.set(documents, known);
  const found = known.get(document.id) ?? compile(toFormModel(document, (formId) => documents.form(formId)));
  known.set(document.id, found);
  return found;
}

/** What the engine makes of some data, and every field that is wrong; the same code as in the browser. */
export function checkForm(
  form: CheckedForm,
  data: unknown,
  {
    scope,
    documents,
    messages,
    only,
    before,
    replacing,
  }: {
    scope: Scope;
    documents: TransactionDocuments;
    messages: Messages;
    only?: readonly string[];
    /** What stood there; nothing where it is given for the first time. */
    before: unknown;
    replacing?: Replacing;
  },
): { derived: DerivedForm; errors: FormError[] } {
  const asked = { before, ...(only && { only }) };
  const tools = {
    ...asked,
    shape: form.shape,
    options: (id: string) => toOptionValues(id, (other) => documents.options(other)),
    ...(replacing && { replacing }),
  };
  const errors = validate(form.model, tools, data, scope, messages).filter((error) => error.severity === "error");
  return { derived: derive(form.model, data, scope, asked), errors };
}

/** The words for errors, in the language of whoever is told. */
export function toMessages(organisation: OrganisationRelease, { translate }: Pick<Words, "translate">): Messages {
  return { validation: getCatalogue(organisation, "validation").messages, translate };
}

/** Errors of a form's data as fields of the body in which the data stood at `base`. */
export function toFields(errors: readonly (FieldError | FormError)[], base: string): FieldError[] {
  return errors.map((error) => ({ ...error, pointer: base + error.pointer }));
}

function compile(model: FormModel): CheckedForm {
  const validators = new Map(toSectionSchemas(model).map(({ id, schema }) => [id, compileSection(schema)]));
  return { model, shape: (sectionId, data) => validators.get(sectionId)?.(data) ?? [] };
}
