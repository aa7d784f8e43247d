import { isWithin, type FieldModel, type FormModel } from "./form-model.ts";

/** A place of the data and all that it lies in, the nearest first; the whole data is none. */
export function toPlacesUp(pointer: string): string[] {
  const places: string[] = [];
  for (let place = pointer; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) places.push(place);
  return places;
}

/**
 * The field at which something about a place is said: the nearest one there or above it, since a part of a value has
 * none of its own; for a group or a mounted form the first below it that is there. Undefined where none is.
 */
export function findAnchor(
  { fields, byPointer }: FormModel,
  place: string,
  isThere: (field: FieldModel) => boolean,
): FieldModel | undefined {
  const holder = toPlacesUp(place).find((pointer) => byPointer.has(pointer));
  if (holder === undefined) return fields.find((field) => isWithin(field.pointer, [place]) && isThere(field));
  return [byPointer.get(holder)].find((field) => field && isThere(field));
}
