import type { MetaSchemas } from "#engine/documents/walk.ts";
import type { FormModel } from "./form-model.ts";

/** Where, in the value of a widget, a photo stands that has to be taken as it is given; undefined where it takes none. */
export type FindLivePhoto = (widget: string) => string | undefined;

/** As the widgets' contracts have it, which the meta-schemas carry. */
export function toFindLivePhoto(metas: MetaSchemas): FindLivePhoto {
  const definitions = metas["common.schema.json"]?.["definitions"] as Record<string, { "x-live"?: string }> | undefined;
  return (widget) => definitions?.[`widget-${widget}`]?.["x-live"];
}

/** The fields of a form whose photo has to be taken when it is given, with the place of the photo in the data. */
export function listLivePhotos({ fields }: FormModel, find: FindLivePhoto): { pointer: string; photo: string }[] {
  return fields.flatMap(({ pointer, field }) => {
    const photo = find(field.widget);
    return photo === undefined ? [] : [{ pointer, photo: pointer + photo }];
  });
}
