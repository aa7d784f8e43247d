import { createRequire } from "node:module";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { loadSections } from "#renderer/form/section-validator.ts";
import { compileSectionModule } from "#server/config/compile-validator.ts";

/** The sections of a form with their validators, compiled as the service compiles them. */
export function loadReadySections(model: FormModel): ReturnType<typeof loadSections> {
  const modules = new Map(toSectionSchemas(model).map(({ id, schema }) => [id, compileSectionModule(schema, "/r.js")]));
  return loadSections(
    model,
    (id) => id,
    async (id) => {
      const code = (modules.get(id) ?? "")
        .split("\n")
        .slice(1)
        .join("\n")
        .replace("export default exports;", "return exports;");
      return { default: new Function("require", "exports", code)(createRequire(import.meta.url), {}) as unknown };
    },
  );
}
