import type { Props } from "#engine/documents/props.ts";
import type { WidgetEntry } from "#widgets/widget.ts";
import { widgets } from "#widgets/index.ts";

/** Every widget, by name. */
export const registry: Readonly<Record<string, WidgetEntry>> = widgets;

/** What a widget lets a document say to it; nothing for a name that the registry lacks. */
export function propsOf(widget: string): Props {
  return Object.hasOwn(registry, widget) ? (registry[widget] as WidgetEntry).contract.props : {};
}

/** Where the words of a widget's value stand in a record, when that is an object. */
export function findSummary(widget: string): string | undefined {
  return Object.hasOwn(registry, widget) ? (registry[widget] as WidgetEntry).contract.summary : undefined;
}
