import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { formatNumber } from "#engine/core/rules/number-text.ts";
import { getPageLocale, NumberBox } from "#widgets/NumberBox.tsx";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";

/** A number with its unit. */
export default function NumberInput(widget: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const { value, props } = widget;
  const shown = typeof value === "string" ? value : formatNumber(value, getPageLocale());
  return <NumberBox widget={widget} shown={shown} after={props.unit} toValue={(typed) => typed} />;
}
