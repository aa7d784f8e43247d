import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import { isSame, type Finding } from "./change.ts";

/** Finds an option list of one release by id. */
export type FindOptions = (id: string) => OptionsDefinition | undefined;

/** Compares the allowed values of an option list. Labels are appearance. Searched lists reject nothing. */
export function compareOptions(
  [formerId, findFormer]: readonly [id: string | undefined, find: FindOptions],
  [newerId, findNewer]: readonly [id: string | undefined, find: FindOptions],
): Finding[] {
  const before = formerId === undefined ? undefined : toOptionValues(formerId, findFormer);
  const after = newerId === undefined ? undefined : toOptionValues(newerId, findNewer);
  const finding = (verdict: Finding["verdict"], message: string): Finding[] => [{ verdict, at: "", message }];
  if (after === undefined) {
    if (before !== undefined) return finding("minor", "accepts values beyond a fixed list now");
    return isSame(toSource(formerId, findFormer), toSource(newerId, findNewer))
      ? []
      : finding("minor", "has another source of options");
  }
  if (before === undefined) return finding("open", "accepts only the values of a fixed list now");
  const removed = [...before.allowed].filter((value) => !after.allowed.has(value));
  if (removed.length > 0) {
    const removedEnabled = removed.filter((value) => !after.disabled.has(value));
    return [
      ...(removedEnabled.length > 0 ? finding("major", `no longer has the choice ${removedEnabled.join(", ")}`) : []),
      ...(removedEnabled.length < removed.length
        ? finding("major", `can no longer be ${removed.filter((value) => after.disabled.has(value)).join(", ")}`)
        : []),
    ];
  }
  const added = [...after.allowed].filter((value) => !before.allowed.has(value));
  return added.length > 0 ? finding("minor", `may be ${added.join(", ")} too`) : [];
}

/** Returns the source of a searched or loaded list. */
function toSource(id: string | undefined, find: FindOptions): unknown {
  const options = id === undefined ? undefined : find(id);
  return options && [options.call, options.with, options.of, options.item, options.manual !== undefined];
}
