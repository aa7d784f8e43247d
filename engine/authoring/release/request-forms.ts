import type { VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toQuestionDefinitions } from "#engine/core/definitions/questions-form.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toOptionValues, type OptionValues } from "#engine/core/form/options.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/core/form/section-schemas.ts";
import type { ValidateTools } from "#engine/core/form/validate.ts";
import { toRequest } from "#engine/core/payment/request-root.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import { toVerification } from "#engine/core/transaction/verification-root.ts";
import { toFieldPlaces } from "./compare-form.ts";
import type { JudgedSide } from "./judge-form.ts";
import { toPinnedDefinitions, type PinnedDefinitions } from "./pinned-definitions.ts";

/** Tools for forms; `now` is ISO 8601. */
export interface FormTools {
  readonly compile: CompileShape;
  readonly now: string;
}

/** Compiles the validator of one section over flat data. */
export type CompileShape = (
  schema: SectionSchema,
) => (data: Readonly<Record<string, unknown>>) => ReturnType<ValidateTools["shape"]>;

/** Returns the form of a requested verification; undefined without a form, or for an identity verification. */
export function findVerificationForm(
  pinned: PinnedDefinitions,
  request: RequestDefinition,
  verification: VerificationDefinition,
  { compile, now }: FormTools,
): JudgedSide | undefined {
  const form = verification.form === undefined ? undefined : pinned.find("form", verification.form);
  if (!form || verification.identity) return undefined;
  const rootInput = toRootInput(pinned, now);
  const place = toFieldPlaces(form, (id) => pinned.find("form", id));
  return toSide(form, pinned, place, compile, {
    request: toRequest(request, rootInput),
    verification: toVerification(toUnbegun(verification), request.id, rootInput),
  });
}

/** The wire data of a verification without submissions. */
export const toUnbegun = ({ id, category }: VerificationDefinition): VerificationInfo => ({
  name: id,
  label: id,
  category: { name: category },
  state: "NOT_INITIALIZED",
  subType: null,
  request: null,
  responseList: [],
});

/** Returns the form of the pre-start questions, with places in the request; empty without questions. */
export function toQuestionsForm(request: RequestDefinition, document: string, { compile, now }: FormTools): JudgedSide {
  const pinned = toPinnedDefinitions(toQuestionDefinitions(request));
  const form = pinned.list("form")[0] ?? { ...emptyForm, id: request.id };
  const place = (pointer: string) => ({ document, pointer: `/questions${pointer}` });
  return toSide(form, pinned, place, compile, { request: toRequest(request, toRootInput(pinned, now)) });
}

const toRootInput = (pinned: PinnedDefinitions, now: string): RootInput => ({
  find: (kind, id) => pinned.find(kind, id),
  translate: (english) => english,
  now,
});

const emptyForm: FormDefinition = {
  $schema: "",
  kind: "form",
  id: "",
  description: "Asks nothing.",
  data: { type: "object", properties: {} },
  fields: [],
};

function toSide(
  form: FormDefinition,
  pinned: PinnedDefinitions,
  place: JudgedSide["place"],
  compile: CompileShape,
  roots: JudgedSide["roots"],
): JudgedSide {
  const model = toFormModel(form, (id) => pinned.find("form", id));
  const schemas = new Map(toSectionSchemas(model).map(({ id, schema }) => [id, schema]));
  const validators = new Map<string, ReturnType<CompileShape>>();
  const lists = new Map<string, OptionValues | undefined>();
  const options = (id: string) => pinned.find("options", id);
  return {
    model,
    roots,
    place,
    options,
    rules: pinned.rules,
    // Lazy: equal definitions need no validator.
    shape: (section, data) => {
      const schema = schemas.get(section);
      if (!schema) return [];
      const validate = validators.get(section) ?? compile(schema);
      validators.set(section, validate);
      return validate(data);
    },
    choices: (id) => {
      if (!lists.has(id)) lists.set(id, toOptionValues(id, options));
      return lists.get(id);
    },
  };
}
