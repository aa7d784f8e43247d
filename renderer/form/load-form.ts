import type { FormModel } from "#engine/form/form-model.ts";
import { isPlain } from "#engine/form/plain-form.ts";
import { fetchCode, lackCode } from "#renderer/session/page-code.ts";
import type { WidgetEntry } from "#widgets/widget.ts";
import { PlainSection } from "./parts/PlainSection.tsx";
import type { SectionComponent } from "./parts/section.ts";
import { registry } from "./widget-contracts.ts";
import type { LoadedWidget } from "./parts/host-context.ts";

/** Fetches the widgets a form names, each once. Rejects when one cannot be fetched, or is not known to this build. */
export async function loadWidgets(model: FormModel): Promise<ReadonlyMap<string, LoadedWidget>> {
  const names = [...new Set(model.fields.map(({ field }) => field.widget))];
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        if (!Object.hasOwn(registry, name)) await lackCode(`The widget ${name} is not known.`);
        const { contract, load } = registry[name] as WidgetEntry;
        const [{ default: Loaded }, papers] = await Promise.all([
          fetchCode(load),
          contract.takesFiles ? fetchCode(() => import("./parts/with-paper-facts.tsx")) : undefined,
        ]);
        const Component = Loaded as LoadedWidget["Component"];
        return [name, { contract, Component: papers?.withPaperFacts(Component) ?? Component }] as const;
      }),
    ),
  );
}

/** The component that draws a form's sections; rjsf is fetched only for a form that is worth it. */
export async function loadSectionComponent(model: FormModel): Promise<SectionComponent> {
  if (isPlain(model)) return PlainSection;
  return fetchCode(() => import("./parts/RjsfSection.tsx").then(({ RjsfSection }) => RjsfSection));
}
