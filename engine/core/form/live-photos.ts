import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import type { FormModel } from "./form-model.ts";

/** Returns the pointer, in the value of a widget, to a photo that the camera must take live; undefined without one. */
export type FindLivePhoto = (widget: string) => string | undefined;

/** Reads it from the widgets' contracts in the meta-schemas. */
export function toFindLivePhoto(metas: MetaSchemas): FindLivePhoto {
  const definitions = metas["common.schema.json"]?.["definitions"] as Record<string, { "x-live"?: string }> | undefined;
  return (widget) => definitions?.[`widget-${widget}`]?.["x-live"];
}

/** Returns the fields with a live photo, and the pointer of the photo in the data. */
export function listLivePhotos({ fields }: FormModel, find: FindLivePhoto): { pointer: string; photo: string }[] {
  return fields.flatMap(({ pointer, field }) => {
    const photo = find(field.widget);
    return photo === undefined ? [] : [{ pointer, photo: pointer + photo }];
  });
}
