import { toSectionSchema } from "#engine/core/form/section-schemas.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { ReadySection } from "./parts/section.ts";

/**
 * Loads the precompiled validators of a form, one module per section; rows of a list share that of the first. Rejects
 * when one cannot be loaded.
 */
export async function loadSections(
  model: FormModel,
  getUrl: (sectionId: string) => string | undefined,
  load: (url: string) => Promise<unknown> = importModule,
): Promise<ReadonlyMap<string, ReadySection>> {
  const own = model.sections.filter(({ shapedLike }) => !shapedLike);
  const ready = await Promise.all(
    own.map(async (section) => {
      const url = getUrl(section.id);
      const functions =
        url === undefined ? undefined : ((await load(url)) as { default: ReadySection["functions"] }).default;
      const validate = functions?.["root"];
      if (!functions || !validate) throw new Error(`The release has no validator for ${model.id}#${section.id}.`);
      const shape = (data: Readonly<Record<string, unknown>>) => (validate(data) ? [] : [...(validate.errors ?? [])]);
      return [section.id, { schema: toSectionSchema(section), functions, shape }] as const;
    }),
  );
  const known = new Map<string, ReadySection>(ready);
  for (const section of model.sections) {
    const first = section.shapedLike && known.get(section.shapedLike.section);
    if (first) known.set(section.id, first);
  }
  return known;
}

const importModule = (url: string): Promise<unknown> => loadCode(() => import(/* @vite-ignore */ url));
