import { countCharacters, toPlainLines } from "#engine/core/base/text-input.ts";
import type { WidgetText } from "#widgets/widget.ts";

/** How much of the maximum a text uses, counted as it will be kept; undefined without a maximum. */
export function toCounter(
  typed: string,
  max: unknown,
  text: WidgetText,
): { readonly words: string; readonly isOver: boolean } | undefined {
  if (typeof max !== "number") return undefined;
  const n = countCharacters(toPlainLines(typed));
  const isOver = n > max;
  return {
    isOver,
    words: isOver ? text("textarea.over", { n, max, over: n - max }) : text("textarea.left", { n, max }),
  };
}
