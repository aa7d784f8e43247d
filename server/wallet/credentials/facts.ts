import type { Translate } from "#engine/core/definitions/text.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { isSearched, toChoices } from "#engine/core/form/options.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import { findForm } from "../submissions/form-validation.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";
import { english } from "../transactions/english-text.ts";
import type { Attributes } from "./attributes.ts";

/** A certified fact in readable form. */
export interface Fact {
  /** Name of the attribute. */
  name: string;
  label: string;
  value: string;
  /** The value is the name of a choice, not the attribute's own value. */
  isChoiceName: boolean;
}

/** The definitions and the language that facts are read with. */
export interface FactContext {
  definitions: TransactionDefinitions;
  verification: VerificationDefinition | undefined;
  translate: Translate;
}

/** A fixed option list depends on no root. */
const emptyScope = { roots: {}, rules: {} };

/**
 * Attributes with the labels of their fields, in the order of the form, choices by name. Fields without label are left
 * out.
 */
export async function toFacts(
  db: Queryable,
  attributes: Attributes,
  { definitions, verification, translate }: FactContext,
): Promise<Fact[]> {
  const model = findForm(definitions, verification)?.model;
  const present = Object.entries(attributes).flatMap(([name, value]) => {
    const field = model?.byPointer.get(toPointer(name))?.field;
    const hasNoLabel = field !== undefined && field.label === undefined;
    return value === null || value === "" || hasNoLabel ? [] : { name, value: String(value), field };
  });
  const order = (field: (typeof present)[number]["field"]) =>
    model?.fields.findIndex((one) => one.field === field) ?? 0;
  present.sort((a, b) => order(a.field) - order(b.field));
  const searched = present.filter(({ field }) => {
    const options = field?.options === undefined ? undefined : definitions.options(String(field.options));
    return options !== undefined && isSearched(options);
  });
  const names = await findAnyNames(
    db,
    searched.map(({ value }) => value),
  );
  return present.map(({ name, value, field }) => {
    const choices =
      field?.options === undefined ? [] : toChoices(String(field.options), definitions.options, emptyScope, translate);
    const choiceName = choices.find((choice) => choice.value === value)?.name ?? names.get(value);
    const label = field?.label === undefined ? name : translate(english(field.label));
    return {
      name,
      label: label.slice(0, 200),
      value: (choiceName ?? value).slice(0, 2000),
      isChoiceName: choiceName !== undefined && choiceName !== value,
    };
  });
}

/** The JSON Pointer of an attribute name such as currentAddress.pincode. */
export const toPointer = (name: string): string => `/${name.split(".").join("/")}`;
