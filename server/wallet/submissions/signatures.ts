import { getAt, setAt } from "#engine/core/base/json-pointer.ts";
import { readStrokes } from "#engine/core/base/strokes.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { isSignature, readSignature } from "#engine/core/form/signature-values.ts";
import { storeDrawing } from "#server/files/storage/drawings.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";

type Data = Record<string, unknown>;

/** Returns data without the images of signatures: the server draws them, so what a client sends does not count. */
export function dropSignatureImages<T>(model: FormModel, data: T): T {
  return model.fields.reduce((kept, { pointer, field }) => {
    const signature = readSignature(field, getAt(kept, pointer));
    return signature?.imageUrl === undefined ? kept : setAt(kept, `${pointer}/imageUrl`, undefined);
  }, data);
}

/** Adds the image of each drawn signature to validated data. A drawing that did not change keeps its image. */
export async function addSignatureImages(
  tx: Queryable,
  { services, candidate }: { services: Services; candidate: { id: string } },
  model: FormModel,
  data: Data,
  before: Data = {},
): Promise<Data> {
  let drawn = data;
  for (const { pointer, field } of model.fields.filter((one) => isSignature(one.field))) {
    const strokes = readSignature(field, getAt(data, pointer))?.strokes;
    const read = readStrokes(strokes);
    if (!read) continue;
    const former = readSignature(field, getAt(before, pointer));
    const known = former?.strokes === strokes ? former?.imageUrl : undefined;
    const imageUrl = known ?? (await storeDrawing(tx, services, candidate.id, read));
    drawn = setAt(drawn, `${pointer}/imageUrl`, imageUrl);
  }
  return drawn;
}
