import type { OptionsDocument } from "#engine/documents/screen.ts";
import { resolveText, type Text, type Translate } from "#engine/documents/text.ts";
import type { Scope } from "#engine/rules/evaluate.ts";

/** One choice of a fixed list (spec §3 Dropdown option). */
export interface Choice { readonly name: string; readonly value: string; readonly description?: string; readonly disabled?: boolean; readonly disabledPostfix?: string }

/** Whether a list is searched on the server and not known here. */
export const isSearched = (options: OptionsDocument): boolean => options.call !== undefined;

/**
 * The choices of a fixed list, or of another list narrowed by `enabled` (spec §4 Regional availability). Empty for a
 * searched list and for one that leads nowhere or in a circle.
 */
export function toChoices(id: string, findOptions: (id: string) => OptionsDocument | undefined, scope: Scope, translate: Translate, depth = 0): Choice[] {
  const options = findOptions(id);
  if (!options || depth > 8) return [];
  const say = (text: unknown) => resolveText(text as Text | undefined, scope, translate);
  const own = (options.items ?? []).map((item): Choice => ({
    value: item.value, name: say(item.label),
    ...(item.hint === undefined ? {} : { description: say(item.hint) }),
    ...(item.disabled ? { disabled: true, disabledPostfix: say(options.disabledPostfix) } : {}),
  }));
  const inherited = options.from === undefined ? [] : toChoices(options.from, findOptions, scope, translate, depth + 1);
  const all = [...inherited, ...own];
  if (!options.enabled) return all;
  const enabled = new Set(options.enabled);
  return all.map((choice) => (enabled.has(choice.value) ? choice : { ...choice, disabled: true, disabledPostfix: say(options.disabledPostfix) }));
}

/** Values that a candidate may send, and those that stand in the list but may not be chosen. */
export interface OptionValues { readonly allowed: ReadonlySet<string>; readonly disabled: ReadonlySet<string> }

/** The values of a fixed list for validation; undefined for a searched list, whose values the server judges. */
export function toOptionValues(id: string, findOptions: (id: string) => OptionsDocument | undefined): OptionValues | undefined {
  const options = findOptions(id);
  if (!options || isSearched(options)) return undefined;
  const choices = toChoices(id, findOptions, { roots: {}, rules: {} }, (english) => english);
  return {
    allowed: new Set(choices.filter((choice) => !choice.disabled).map((choice) => choice.value)),
    disabled: new Set(choices.filter((choice) => choice.disabled).map((choice) => choice.value)),
  };
}
