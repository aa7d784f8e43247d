import type { FormField } from "#engine/core/definitions/form.ts";
import type { Text } from "#engine/core/definitions/text.ts";

/** The widget whose `false` is an answer; an unticked box answers nothing. */
export const yesNoWidget = "yes-no";

/** Returns whether a required field accepts `false`. */
export const canBeNo = ({ field }: { readonly field: FormField }): boolean => field.widget === yesNoWidget;

/** The field's own words for yes or no; undefined without. */
export const findWords = (field: FormField, yes: boolean): Text | undefined =>
  canBeNo({ field }) ? (field[yes ? "yes" : "no"] as Text | undefined) : undefined;
