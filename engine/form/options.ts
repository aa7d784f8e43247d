import type { OptionsDocument } from "#engine/documents/screen.ts";
import { resolveText, type Text, type Translate } from "#engine/documents/text.ts";
import { evaluate, type Expr, type Scope } from "#engine/rules/evaluate.ts";

/** One choice of a fixed list. */
export interface Choice {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
  readonly image?: string;
  readonly disabled?: boolean;
  readonly disabledPostfix?: string;
}

/** Whether a list is searched on the server and not known here. */
export const isSearched = (options: OptionsDocument): boolean => options.call !== undefined;

/**
 * The choices of a fixed list, or of another list narrowed by `enabled`. Empty for a
 * searched list and for one that leads nowhere or in a circle.
 */
export function toChoices(
  id: string,
  findOptions: (id: string) => OptionsDocument | undefined,
  scope: Scope,
  translate: Translate,
  depth = 0,
): Choice[] {
  const options = findOptions(id);
  if (!options || depth > 8) return [];
  const say = (text: unknown) => resolveText(text as Text | undefined, scope, translate);
  const own = (options.items ?? []).map((item): Choice => ({
    value: item.value,
    name: item.label === undefined ? item.value : say(item.label),
    ...(item.hint === undefined ? {} : { description: say(item.hint) }),
    ...(item.disabled ? { disabled: true, disabledPostfix: say(options.disabledPostfix) } : {}),
  }));
  const inherited = options.from === undefined ? [] : toChoices(options.from, findOptions, scope, translate, depth + 1);
  const all = [...inherited, ...own, ...toLoadedChoices(options, scope, translate)];
  if (!options.enabled) return all;
  const enabled = new Set(options.enabled);
  return all.map((choice) =>
    enabled.has(choice.value) ? choice : { ...choice, disabled: true, disabledPostfix: say(options.disabledPostfix) },
  );
}

/** The choices of a list that the screen has loaded; what has no value under the keys that `item` names is left out. */
function toLoadedChoices({ of, item }: OptionsDocument, scope: Scope, translate: Translate): Choice[] {
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

/** Values that a candidate may send, and those that stand in the list but may not be chosen. */
export interface OptionValues {
  readonly allowed: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

/** The values of a fixed list for validation; undefined for a searched or a loaded list, and for one beside which anything may be typed. */
export function toOptionValues(
  id: string,
  findOptions: (id: string) => OptionsDocument | undefined,
): OptionValues | undefined {
  const options = findOptions(id);
  if (!options || isSearched(options) || options.of !== undefined || options.manual !== undefined) return undefined;
  const choices = toChoices(id, findOptions, { roots: {}, rules: {} }, (english) => english);
  return {
    allowed: new Set(choices.filter((choice) => !choice.disabled).map((choice) => choice.value)),
    disabled: new Set(choices.filter((choice) => choice.disabled).map((choice) => choice.value)),
  };
}
