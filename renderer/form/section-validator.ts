import { toSectionSchema } from "#engine/core/form/section-schemas.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { ReadySection } from "./parts/section.ts";

/** Loads the precompiled validators of a form, one module per section. Rejects when one cannot be loaded. */
export async function loadSections(
  model: FormModel,
  getUrl: (sectionId: string) => string | undefined,
  load: (url: string) => Promise<unknown> = importModule,
): Promise<ReadonlyMap<string, ReadySection>> {
  const ready = await Promise.all(
    model.sections.map(async (section) => {
      const url = getUrl(section.id);
      const functions =
        url === undefined ? undefined : ((await load(url)) as { default: ReadySection["functions"] }).default;
      const validate = functions?.["root"];
      if (!functions || !validate) throw new Error(`The release has no validator for ${model.id}#${section.id}.`);
      const shape = (data: Readonly<Record<string, unknown>>) => (validate(data) ? [] : [...(validate.errors ?? [])]);
      return [section.id, { schema: toSectionSchema(section), functions, shape }] as const;
    }),
  );
  return new Map(ready);
}

const importModule = (url: string): Promise<unknown> => loadCode(() => import(/* @vite-ignore */ url));
