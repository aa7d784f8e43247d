import { getAt, setAt } from "#engine/core/base/json-pointer.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";

type Data = Record<string, unknown>;

const visibleLength = 4;

/** Hides all but the last four characters of sensitive values before they leave the server. */
export function maskSensitive(model: FormModel | undefined, data: Data): Data {
  return sensitivePointers(model).reduce((masked, pointer) => {
    const value = getAt(masked, pointer);
    return value === undefined ? masked : setAt(masked, pointer, toMask(value));
  }, data);
}

/** Replaces unchanged masks in data from a page by the stored values. */
export function restoreSensitive(model: FormModel, data: Data, stored: Data): Data {
  return sensitivePointers(model).reduce((restored, pointer) => {
    const before = getAt(stored, pointer);
    return before !== undefined && getAt(restored, pointer) === toMask(before)
      ? setAt(restored, pointer, before)
      : restored;
  }, data);
}

/** Pointers of sensitive fields with a value. */
export function findSensitive(model: FormModel | undefined, data: Data): string[] {
  return sensitivePointers(model).filter((pointer) => getAt(data, pointer) !== undefined);
}

function sensitivePointers(model: FormModel | undefined): string[] {
  return (model?.fields ?? []).filter((field) => field.field.sensitive).map((field) => field.pointer);
}

function toMask(value: unknown): string {
  const text = String(value);
  return text.length <= visibleLength
    ? "•".repeat(text.length)
    : "•".repeat(text.length - visibleLength) + text.slice(-visibleLength);
}
