import { getAt, setAt } from "#engine/base/json-pointer.ts";
import type { FormModel } from "#engine/form/form-model.ts";

type Data = Record<string, unknown>;

const shown = 4;

/** Sensitive values with all but their last four characters hidden, as they leave the server. */
export function maskSensitive(model: FormModel | undefined, data: Data): Data {
  return sensitivePointers(model).reduce((masked, pointer) => {
    const value = getAt(masked, pointer);
    return value === undefined ? masked : setAt(masked, pointer, toMask(value));
  }, data);
}

/** Data that came back from a page which only knew the masks: where a mask is unchanged, the stored value stands. */
export function restoreSensitive(model: FormModel, data: Data, stored: Data): Data {
  return sensitivePointers(model).reduce((restored, pointer) => {
    const before = getAt(stored, pointer);
    return before !== undefined && getAt(restored, pointer) === toMask(before)
      ? setAt(restored, pointer, before)
      : restored;
  }, data);
}

/** Pointers of sensitive fields that have a value in the data. */
export function findSensitive(model: FormModel | undefined, data: Data): string[] {
  return sensitivePointers(model).filter((pointer) => getAt(data, pointer) !== undefined);
}

function sensitivePointers(model: FormModel | undefined): string[] {
  return (model?.fields ?? []).filter((field) => field.field.sensitive).map((field) => field.pointer);
}

function toMask(value: unknown): string {
  const text = String(value);
  return text.length <= shown ? "•".repeat(text.length) : "•".repeat(text.length - shown) + text.slice(-shown);
}
