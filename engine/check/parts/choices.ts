import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { DocumentSet } from "./set.ts";

/** A choice of a fixed list. */
export interface FixedChoice {
  readonly value: string;
  readonly enabled: boolean;
}

/** The choices of a fixed list, those that it takes from another one too; undefined for a list that is searched or loaded, or that leads nowhere. */
export function fixedChoices(set: DocumentSet, id: string, trail: readonly string[] = []): FixedChoice[] | undefined {
  const options = set.find("options", id) as DocumentOf<"options"> | undefined;
  if (!options || options.call !== undefined || options.of !== undefined || trail.includes(id)) return undefined;
  if (options.items === undefined && options.from === undefined) return undefined;
  const inherited = options.from === undefined ? [] : fixedChoices(set, options.from, [...trail, id]);
  if (!inherited) return undefined;
  const own = (options.items ?? []).map(({ value, disabled }) => ({ value, enabled: disabled !== true }));
  const { enabled } = options;
  return [...inherited, ...own].map((choice) =>
    enabled && !enabled.includes(choice.value) ? { ...choice, enabled: false } : choice,
  );
}
