import type { Props } from "#engine/documents/props.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import type { WidgetEntry } from "#widgets/widget.ts";
import { widgets } from "#widgets/index.ts";
import type { LoadedWidget } from "./parts/host-context.ts";

const registry: Readonly<Record<string, WidgetEntry>> = widgets;

/** What a widget lets a document say to it; nothing for a name that the registry lacks. */
export function propsOf(widget: string): Props {
  return Object.hasOwn(registry, widget) ? (registry[widget] as WidgetEntry).contract.props : {};
}

/** Where the words of a widget's value stand in a record, when that is an object. */
export function findSummary(widget: string): string | undefined {
  return Object.hasOwn(registry, widget) ? (registry[widget] as WidgetEntry).contract.summary : undefined;
}

/** Fetches the widgets a form names, each once. Rejects when one cannot be fetched. */
export async function loadWidgets(model: FormModel): Promise<ReadonlyMap<string, LoadedWidget>> {
  const names = [...new Set(model.fields.map(({ field }) => field.widget))].filter((name) =>
    Object.hasOwn(registry, name),
  );
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const { contract, load } = registry[name] as WidgetEntry;
        const { default: Component } = await load();
        return [name, { contract, Component: Component as LoadedWidget["Component"] }] as const;
      }),
    ),
  );
}
