import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { createRoot } from "react-dom/client";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { FormHost } from "#renderer/form/FormHost.tsx";
import { FormStore } from "#renderer/form/form-store.ts";
import { loadSectionComponent, loadWidgets } from "#renderer/form/load-form.ts";
import { ListFrame } from "#renderer/form/parts/ListFrame.tsx";
import { loadSections } from "#renderer/form/section-validator.ts";
import { getWidgetProps } from "#renderer/form/widget-contracts.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { toDocument, type Layout } from "./bench-form.ts";

const words = (key: string, values: Record<string, string | number> = {}) =>
  key === "form.optional" ? `${values["label"]} (Optional)` : key;
const abc = { id: "abc", list: ["a", "b", "c"].map((value) => ({ name: value, value })) };

/** Our host, mounted like the Form block: loads everything first, then the store and the host. */
export async function prepareOurs(count: number, layout: Layout): Promise<(root: HTMLElement) => void> {
  const model = toFormModel(toDocument(count, layout), () => undefined);
  const [sections, Section, widgets] = await Promise.all([
    loadSections(model, (id) => `/validators/${layout}/${count}/${id}.js`),
    loadSectionComponent(model),
    loadWidgets(model),
  ]);
  return (root) => {
    const store = new FormStore({
      model,
      data: {},
      scope: { roots: { env: { now: new Date().toISOString() } }, rules: {} },
      tools: { shape: (id, data) => sections.get(id)?.shape(data) ?? [] },
      messages: { validation: {}, translate: (english) => english },
      view: { translate: (english) => english, text: words, getWidgetProps, options: () => abc },
    });
    createRoot(root).render(
      <FluentProvider theme={webLightTheme}>
        <FormHost
          store={store}
          sections={sections}
          Section={Section}
          List={ListFrame}
          widgets={widgets}
          services={{ now: () => Date.now() } as WidgetServices}
          text={words}
          submitLabel="Submit"
          onSubmit={async () => ({ accepted: true, errors: [] })}
        />
      </FluentProvider>,
    );
  };
}
