import { isWithin, type FieldModel, type FormModel } from "./form-model.ts";
import type { ListModel } from "./lists.ts";

/** Returns a pointer and its ancestors, nearest first, without the root. */
export function toAncestorPointers(pointer: string): string[] {
  const places: string[] = [];
  for (let place = pointer; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) places.push(place);
  return places;
}

/**
 * Returns the field that shows a message about a pointer: the nearest field at or above it, because parts of a value
 * have no field. For a group or a mounted form it is the first present field below. Undefined without one.
 */
export function findMessageField(
  { fields, byPointer }: FormModel,
  place: string,
  isThere: (field: FieldModel) => boolean,
): FieldModel | undefined {
  const holder = toAncestorPointers(place).find((pointer) => byPointer.has(pointer));
  if (holder === undefined) return fields.find((field) => isWithin(field.pointer, [place]) && isThere(field));
  return [byPointer.get(holder)].find((field) => field && isThere(field));
}

/** Returns the list that a pointer names: a message about the whole list shows there. */
export const findMessageList = ({ lists }: Pick<FormModel, "lists">, place: string): ListModel | undefined =>
  lists.find(({ pointer }) => pointer === place);

/** Returns whether the form draws something at a pointer: a field or a list. */
export const isDrawn = (model: Pick<FormModel, "byPointer" | "lists">, pointer: string): boolean =>
  model.byPointer.has(pointer) || findMessageList(model, pointer) !== undefined;
