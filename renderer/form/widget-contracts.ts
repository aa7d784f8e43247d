import type { Props } from "#engine/core/definitions/props.ts";
import type { WidgetEntry } from "#widgets/widget.ts";
import { widgets } from "#widgets/index.ts";

export const widgetRegistry: Readonly<Record<string, WidgetEntry>> = widgets;

/** The properties of a widget; none for an unknown name. */
export function getWidgetProps(widget: string): Props {
  return Object.hasOwn(widgetRegistry, widget) ? (widgetRegistry[widget] as WidgetEntry).contract.props : {};
}

/** JSON Pointer to the text that a record shows of an object value. */
export function findSummaryPointer(widget: string): string | undefined {
  return Object.hasOwn(widgetRegistry, widget) ? (widgetRegistry[widget] as WidgetEntry).contract.summary : undefined;
}
