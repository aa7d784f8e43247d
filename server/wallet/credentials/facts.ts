import type { Translate } from "#engine/documents/text.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { isSearched, toChoices } from "#engine/form/options.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import { findForm } from "../submissions/form-check.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";
import { english } from "../transactions/labels.ts";
import type { Attributes } from "./attributes.ts";

/** A certified fact as a person reads it. */
export interface Fact {
  /** Of the attribute. */
  name: string;
  label: string;
  value: string;
  /** The value is the name of a choice, and not what the attribute holds. */
  isNamed: boolean;
}

/** What attributes mean: the documents that they were given by, and the language. */
export interface Meaning {
  documents: TransactionDocuments;
  verification: VerificationDocument | undefined;
  translate: Translate;
}

/** A fixed list says the same to everybody. */
const nothing = { roots: {}, rules: {} };

/** Attributes under the labels of their fields and in the order of the form, choices by their names; what the form never shows is not listed. */
export async function readFacts(
  db: Queryable,
  attributes: Attributes,
  { documents, verification, translate }: Meaning,
): Promise<Fact[]> {
  const model = findForm(documents, verification)?.model;
  const given = Object.entries(attributes).flatMap(([name, value]) => {
    const field = model?.byPointer.get(toPointer(name))?.field;
    const isNeverShown = field !== undefined && field.label === undefined;
    return value === null || value === "" || isNeverShown ? [] : { name, value: String(value), field };
  });
  const order = (field: (typeof given)[number]["field"]) => model?.fields.findIndex((one) => one.field === field) ?? 0;
  given.sort((a, b) => order(a.field) - order(b.field));
  const searched = given.filter(({ field }) => {
    const options = field?.options === undefined ? undefined : documents.options(String(field.options));
    return options !== undefined && isSearched(options);
  });
  const names = await findAnyNames(
    db,
    searched.map(({ value }) => value),
  );
  return given.map(({ name, value, field }) => {
    const choices =
      field?.options === undefined ? [] : toChoices(String(field.options), documents.options, nothing, translate);
    const shown = choices.find((choice) => choice.value === value)?.name ?? names.get(value);
    const label = field?.label === undefined ? name : translate(english(field.label));
    return {
      name,
      label: label.slice(0, 200),
      value: (shown ?? value).slice(0, 2000),
      isNamed: shown !== undefined && shown !== value,
    };
  });
}

/** Attributes are named by their place in the form: currentAddress.pincode. */
export const toPointer = (name: string): string => `/${name.split(".").join("/")}`;
