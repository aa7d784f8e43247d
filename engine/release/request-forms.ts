import type { VerificationInfo } from "#engine/api/verifications.ts";
import type { FormDocument } from "#engine/documents/form.ts";
import { toQuestionDocuments } from "#engine/documents/questions-form.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import { toOptionValues, type OptionValues } from "#engine/form/options.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/form/section-schemas.ts";
import type { ValidateTools } from "#engine/form/validate.ts";
import { toRequest } from "#engine/scope/request.ts";
import type { Makings } from "#engine/scope/root.ts";
import { toVerification } from "#engine/scope/verification.ts";
import { toPlaces } from "./compare-form.ts";
import type { JudgedSide } from "./judge-form.ts";
import { toKeptDocuments, type KeptDocuments } from "./kept-documents.ts";

/** What a form is judged with; `now` is ISO 8601. */
export interface FormTools {
  readonly compile: CompileShape;
  readonly now: string;
}

/** Makes the validator of one section over flat data. */
export type CompileShape = (
  schema: SectionSchema,
) => (data: Readonly<Record<string, unknown>>) => ReturnType<ValidateTools["shape"]>;

/** The form by which a verification of a request is given; undefined where there is none, or it is proved for the profile. */
export function findVerificationForm(
  kept: KeptDocuments,
  request: RequestDocument,
  verification: VerificationDocument,
  { compile, now }: FormTools,
): JudgedSide | undefined {
  const form = verification.form === undefined ? undefined : kept.find("form", verification.form);
  if (!form || verification.identity) return undefined;
  const makings = toMakings(kept, now);
  const place = toPlaces(form, (id) => kept.find("form", id));
  return toSide(form, kept, place, compile, {
    request: toRequest(request, makings),
    verification: toVerification(notBegun(verification), request.id, makings),
  });
}

/** What the wire says of a verification for which nothing was given yet. */
const notBegun = ({ id, category }: VerificationDocument): VerificationInfo => ({
  name: id,
  label: id,
  category: { name: category },
  state: "NOT_INITIALIZED",
  subType: null,
  request: null,
  responseList: [],
});

/** The form that is made of a request's pre-start questions, each at its place in the request; an empty one without any. */
export function toQuestionsForm(request: RequestDocument, document: string, { compile, now }: FormTools): JudgedSide {
  const kept = toKeptDocuments(toQuestionDocuments(request));
  const form = kept.list("form")[0] ?? { ...emptyForm, id: request.id };
  const place = (pointer: string) => ({ document, pointer: `/questions${pointer}` });
  return toSide(form, kept, place, compile, { request: toRequest(request, toMakings(kept, now)) });
}

const toMakings = (kept: KeptDocuments, now: string): Makings => ({
  find: (kind, id) => kept.find(kind, id),
  translate: (english) => english,
  now,
});

const emptyForm: FormDocument = {
  $schema: "",
  kind: "form",
  id: "",
  description: "Asks nothing.",
  data: { type: "object", properties: {} },
  fields: [],
};

function toSide(
  form: FormDocument,
  kept: KeptDocuments,
  place: JudgedSide["place"],
  compile: CompileShape,
  roots: JudgedSide["roots"],
): JudgedSide {
  const model = toFormModel(form, (id) => kept.find("form", id));
  const schemas = new Map(toSectionSchemas(model).map(({ id, schema }) => [id, schema]));
  const validators = new Map<string, ReturnType<CompileShape>>();
  const lists = new Map<string, OptionValues | undefined>();
  const options = (id: string) => kept.find("options", id);
  return {
    model,
    roots,
    place,
    options,
    rules: kept.rules,
    // Most forms are never judged: documents that say the same need no validator.
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
