import type { OptionsDocument } from "#engine/documents/screen.ts";
import { toOptionValues } from "#engine/form/options.ts";
import { isSame, type Finding } from "./change.ts";

/** A list by its id, as one release has it. */
export type FindOptions = (id: string) => OptionsDocument | undefined;

/** What became of the values that a field may take from its list; labels are words. Searched lists refuse nothing. */
export function compareOptions(
  [formerId, findFormer]: readonly [id: string | undefined, find: FindOptions],
  [newerId, findNewer]: readonly [id: string | undefined, find: FindOptions],
): Finding[] {
  const before = formerId === undefined ? undefined : toOptionValues(formerId, findFormer);
  const after = newerId === undefined ? undefined : toOptionValues(newerId, findNewer);
  const say = (verdict: Finding["verdict"], message: string): Finding[] => [{ verdict, at: "", message }];
  if (after === undefined) {
    if (before !== undefined) return say("minor", "takes more than a fixed list now");
    return isSame(toSource(formerId, findFormer), toSource(newerId, findNewer))
      ? []
      : say("minor", "is chosen from another source");
  }
  if (before === undefined) return say("open", "takes only the values of a fixed list now");
  const gone = [...before.allowed].filter((value) => !after.allowed.has(value));
  if (gone.length > 0) {
    const taken = gone.filter((value) => !after.disabled.has(value));
    return [
      ...(taken.length > 0 ? say("major", `no longer has the choice ${taken.join(", ")}`) : []),
      ...(taken.length < gone.length
        ? say("major", `can no longer be ${gone.filter((value) => after.disabled.has(value)).join(", ")}`)
        : []),
    ];
  }
  const come = [...after.allowed].filter((value) => !before.allowed.has(value));
  return come.length > 0 ? say("minor", `may be ${come.join(", ")} too`) : [];
}

/** Where the choices of a searched or loaded list come from. */
function toSource(id: string | undefined, find: FindOptions): unknown {
  const options = id === undefined ? undefined : find(id);
  return options && [options.call, options.with, options.of, options.item, options.manual !== undefined];
}
