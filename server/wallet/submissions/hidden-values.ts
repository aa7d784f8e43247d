import { derive } from "#engine/core/form/derive.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { dropHidden, fillHidden, listHiddenFields, listHiddenFills } from "#engine/core/form/hidden-values.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { findPincode } from "#server/reference/places/gazetteer.ts";

type Data = Record<string, unknown>;
type LookUp = (db: Queryable, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Operations whose answer the server can give to itself. */
const lookUps: ReadonlyMap<string, LookUp> = new Map([
  ["places.pincode", (db, { pincode }) => findPincode(db, String(pincode))],
]);

/** Pointers of the fields that only the server fills. */
export const listHiddenPlaces = (model: FormModel): string[] => listHiddenFields(model).map(({ pointer }) => pointer);

/** Replaces what a client sent for fields that its form never draws by values of the reference lists. */
export async function replaceHidden(
  db: Queryable,
  model: FormModel,
  data: unknown,
  scope: Scope,
  { before }: { before: Data },
): Promise<unknown> {
  if (typeof data !== "object" || data === null || listHiddenFields(model).length === 0) return data;
  const own = dropHidden(model, data as Data);
  const derived = derive(model, own, scope, { before });
  const answers = await Promise.all(
    listHiddenFills(model, derived).map(
      async ({ field, call, args }) => [field, await lookUps.get(call)?.(db, args)] as const,
    ),
  );
  return fillHidden(model, own, derived, answers);
}
