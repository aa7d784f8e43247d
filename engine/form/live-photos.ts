import type { FormModel } from "./form-model.ts";

/** The widget that takes a photo, and where in its value the photo stands. */
const camera = { widget: "live-camera", photo: "/imageUrl" };

/** The fields of a form whose photo has to be taken when it is given, with the place of the photo in the data. */
export function listLivePhotos({ fields }: FormModel): { pointer: string; photo: string }[] {
  return fields
    .filter(({ field }) => field.widget === camera.widget)
    .map(({ pointer }) => ({ pointer, photo: pointer + camera.photo }));
}
