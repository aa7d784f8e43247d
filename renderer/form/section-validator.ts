import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { ValidatorType } from "@rjsf/utils";
import type { ShapeError } from "#engine/form/validate.ts";
import { toSectionSchema, type SectionSchema } from "#engine/form/section-schemas.ts";
import type { FormModel } from "#engine/form/form-model.ts";

/** One section ready for rjsf: the very schema its validator was compiled from, and the validator. */
export interface ReadySection { readonly schema: SectionSchema; readonly validator: ValidatorType; shape(data: Readonly<Record<string, unknown>>): readonly ShapeError[] }

type ValidatorModule = Parameters<typeof createPrecompiledValidator>[0];

/**
 * Fetches the precompiled validators of a form, one module per section, and bridges them into rjsf. Rejects when a
 * module cannot be fetched, and when it was not made for this schema.
 */
export async function loadSections(model: FormModel, urlOf: (sectionId: string) => string | undefined, load: (url: string) => Promise<unknown> = importModule): Promise<ReadonlyMap<string, ReadySection>> {
  const ready = await Promise.all(model.sections.map(async (section) => {
    const url = urlOf(section.id);
    const schema = toSectionSchema(section);
    if (url === undefined) throw new Error(`The release has no validator for ${model.id}#${section.id}.`);
    const module = (await load(url)) as { default: ValidatorModule };
    const validator = createPrecompiledValidator(module.default, schema as never) as ValidatorType;
    return [section.id, { schema, validator, shape: (data: Readonly<Record<string, unknown>>) => validator.rawValidation<ShapeError>(schema as never, data).errors ?? [] }] as const;
  }));
  return new Map(ready);
}

const importModule = (url: string): Promise<unknown> => import(/* @vite-ignore */ url);
