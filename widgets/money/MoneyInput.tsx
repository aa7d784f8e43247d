import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { currencySign } from "#engine/core/rules/money.ts";
import { getPageLocale, NumberBox } from "#widgets/NumberBox.tsx";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { toMinorUnits, writeAmount } from "./minor-units.ts";

/** An amount with its currency. Decimals are typed where there are any, so the keyboard always has their sign. */
export default function MoneyInput(widget: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const { value, props, bounds } = widget;
  return (
    <NumberBox
      widget={{ ...widget, bounds: { ...bounds, isWhole: false } }}
      shown={writeAmount(value, getPageLocale())}
      before={currencySign(props.currency)}
      toValue={toMinorUnits}
    />
  );
}
