import type { FormModel } from "#engine/core/form/form-model.ts";
import { isPlain } from "#engine/core/form/form-model.ts";
import { loadCode, handleMissingCode } from "#renderer/session/code-loading.ts";
import type { WidgetEntry } from "#widgets/widget.ts";
import { PlainSection } from "./parts/PlainSection.tsx";
import type { SectionComponent } from "./parts/section.ts";
import { widgetRegistry } from "./widget-contracts.ts";
import type { LoadedWidget } from "./parts/host-context.ts";

/** Loads the widgets that a form uses. Rejects when one cannot be loaded or is unknown to this build. */
export async function loadWidgets(model: FormModel): Promise<ReadonlyMap<string, LoadedWidget>> {
  const names = [...new Set(model.fields.map(({ field }) => field.widget))];
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        if (!Object.hasOwn(widgetRegistry, name)) await handleMissingCode(`The widget ${name} is not known.`);
        const { contract, load } = widgetRegistry[name] as WidgetEntry;
        const [{ default: Loaded }, documentFacts] = await Promise.all([
          loadCode(load),
          contract.acceptsFiles ? loadCode(() => import("./parts/with-document-facts.tsx")) : undefined,
        ]);
        const Component = Loaded as LoadedWidget["Component"];
        return [name, { contract, Component: documentFacts?.withDocumentFacts(Component) ?? Component }] as const;
      }),
    ),
  );
}

/** Loads the component that draws sections; small forms do without rjsf. */
export async function loadSectionComponent(model: FormModel): Promise<SectionComponent> {
  if (isPlain(model)) return PlainSection;
  return loadCode(() => import("./parts/RjsfSection.tsx").then(({ RjsfSection }) => RjsfSection));
}
