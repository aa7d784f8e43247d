import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import { evaluate, type Expr, type Scope } from "#engine/core/rules/evaluate.ts";

/** One choice of a fixed list. */
export interface Choice {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
  readonly image?: string;
  readonly disabled?: boolean;
  readonly disabledPostfix?: string;
}

/** Returns whether the server searches the list. */
export const isSearched = (options: OptionsDefinition): boolean => options.call !== undefined;

/**
 * Returns the choices of a fixed list, or of another list narrowed by `enabled`. Empty for a searched, unknown or
 * circular list.
 */
export function toChoices(
  id: string,
  findOptions: (id: string) => OptionsDefinition | undefined,
  scope: Scope,
  translate: Translate,
  depth = 0,
): Choice[] {
  const options = findOptions(id);
  if (!options || depth > 8) return [];
  const resolve = (text: unknown) => resolveText(text as Text | undefined, scope, translate);
  const own = (options.items ?? []).map((item): Choice => ({
    value: item.value,
    name: item.label === undefined ? item.value : resolve(item.label),
    ...(item.hint === undefined ? {} : { description: resolve(item.hint) }),
    ...(item.disabled ? { disabled: true, disabledPostfix: resolve(options.disabledPostfix) } : {}),
  }));
  const inherited = options.from === undefined ? [] : toChoices(options.from, findOptions, scope, translate, depth + 1);
  const all = [...inherited, ...own, ...toLoadedChoices(options, scope, translate)];
  if (!options.enabled) return all;
  const enabled = new Set(options.enabled);
  return all.map((choice) =>
    enabled.has(choice.value)
      ? choice
      : { ...choice, disabled: true, disabledPostfix: resolve(options.disabledPostfix) },
  );
}

/** Returns the choices of a list that the screen has loaded; entries without a value are omitted. */
function toLoadedChoices({ of, item }: OptionsDefinition, scope: Scope, translate: Translate): Choice[] {
  const loaded = of === undefined ? [] : evaluate(of as Expr, scope);
  if (typeof loaded !== "object" || loaded === null) return [];
  const [valueKey, labelKey] = [item?.value ?? "value", item?.label ?? "name"];
  return Object.values(loaded as Record<string, Record<string, unknown>>).flatMap((entry) => {
    const value = entry[valueKey];
    if (typeof value !== "string") return [];
    const hint = item?.hint === undefined ? undefined : entry[item.hint];
    const image = item?.image === undefined ? undefined : entry[item.image];
    return [
      {
        value,
        name: translate(String(entry[labelKey] ?? value)),
        ...(typeof hint === "string" ? { description: hint } : {}),
        ...(typeof image === "string" && image !== "" ? { image } : {}),
      },
    ];
  });
}

/** Values that a candidate may send, and listed values that are disabled. */
export interface OptionValues {
  readonly allowed: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

/** Returns the values of a fixed list for validation; undefined for a searched or loaded list and with manual entry. */
export function toOptionValues(
  id: string,
  findOptions: (id: string) => OptionsDefinition | undefined,
): OptionValues | undefined {
  const options = findOptions(id);
  if (!options || isSearched(options) || options.of !== undefined || options.manual !== undefined) return undefined;
  const choices = toChoices(id, findOptions, { roots: {}, rules: {} }, (english) => english);
  return {
    allowed: new Set(choices.filter((choice) => !choice.disabled).map((choice) => choice.value)),
    disabled: new Set(choices.filter((choice) => choice.disabled).map((choice) => choice.value)),
  };
}
