import { once } from "#engine/core/base/once.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { derive, type DerivedForm } from "#engine/core/form/derive.ts";
import { toFormModel, type FormModel } from "#engine/core/form/form-model.ts";
import type { Messages } from "#engine/core/form/messages.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import type { Replacement } from "#engine/core/form/unchanged.ts";
import { validate, type FieldError as FormError, type ShapeError } from "#engine/core/form/validate.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { compileSection } from "#server/config/compile-validator.ts";
import type { FieldError } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";

/** A form model with the compiled validators of its sections. */
export interface CompiledForm {
  model: FormModel;
  validateShape(sectionId: string, data: Readonly<Record<string, unknown>>): readonly ShapeError[];
}

const forms = new WeakMap<TransactionDefinitions, Map<string, CompiledForm>>();

/** The compiled form of a verification, cached; undefined for one without form (identity by Aadhaar). */
export function findForm(
  definitions: TransactionDefinitions,
  verification: VerificationDefinition | undefined,
): CompiledForm | undefined {
  const id = verification?.form;
  const document = id === undefined ? undefined : definitions.form(id);
  if (!document) return undefined;
  const known = forms.get(definitions) ?? new Map<string, CompiledForm>();
  forms.set(definitions, known);
  const found = known.get(document.id) ?? compile(toFormModel(document, (formId) => definitions.form(formId)));
  known.set(document.id, found);
  return found;
}

/** Derives and validates form data with the same code as the browser. */
export function validateForm(
  form: CompiledForm,
  data: unknown,
  {
    scope,
    definitions,
    messages,
    only,
    before,
    replacing,
  }: {
    scope: Scope;
    definitions: TransactionDefinitions;
    messages: Messages;
    only?: readonly string[];
    /** The stored data; empty for the first save. */
    before: unknown;
    replacing?: Replacement;
  },
): { derived: DerivedForm; errors: FormError[] } {
  const options = { before, ...(only && { only }) };
  const tools = {
    ...options,
    shape: form.validateShape,
    options: (id: string) => toOptionValues(id, (other) => definitions.options(other)),
    ...(replacing && { replacing }),
  };
  const errors = validate(form.model, tools, data, scope, messages).filter((error) => error.severity === "error");
  return { derived: derive(form.model, data, scope, options), errors };
}

/** Validation messages in the language of the caller. Both catalogues are read for the first error only. */
export function toMessages(
  organisation: OrganisationRelease,
  caller: { readonly messages: Pick<MessageTexts, "translate"> },
): Messages {
  return {
    get validation() {
      return getCatalogue(organisation, "validation").messages;
    },
    translate: (english, context) => caller.messages.translate(english, context),
  };
}

/** Moves pointers into form data to the place of that data in the body. */
export function toBodyFields(errors: readonly (FieldError | FormError)[], base: string): FieldError[] {
  return errors.map((error) => ({ ...error, pointer: base + error.pointer }));
}

function compile(model: FormModel): CompiledForm {
  // A draft needs the model only.
  const validators = once(() => new Map(toSectionSchemas(model).map(({ id, schema }) => [id, compileSection(schema)])));
  return { model, validateShape: (sectionId, data) => validators().get(sectionId)?.(data) ?? [] };
}
