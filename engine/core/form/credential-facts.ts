import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { resolveText, type Translate } from "#engine/core/definitions/text.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { toFieldName } from "./client-flow.ts";
import { isDateRange, readRange, toInterval, writeInterval } from "./date-range-values.ts";
import { readAt } from "./data-tree.ts";
import { containsFile } from "./data-schema.ts";
import { isWithin, type FieldModel, type FormModel } from "./form-model.ts";
import { findUnit, writeNumber } from "./field-numbers.ts";
import { resolveTitle } from "./lists.ts";
import { isNeverDrawn } from "./hidden-values.ts";
import { isSignature, readSignature, toSignatureAttribute, writeSignature } from "./signature-values.ts";
import { findWords } from "./yes-no.ts";
import { isSearched, toChoices } from "./options.ts";

/** The certified values of a credential by attribute, the dotted path in the form: "currentAddress.pincode". */
export type Attributes = Record<string, string | number | boolean | null>;

/**
 * One attribute of a credential: one row on card, PDF and share page, one box of the chooser, one line of the consent,
 * one disclosure.
 */
export interface CredentialFact {
  /** Name of the attribute. */
  readonly name: string;
  readonly label: string;
  /** The attribute's value, a choice by its name. */
  readonly value: string;
  /** The value is the name of a choice, which the credential holds beside the attribute's own value. */
  readonly isChoiceName: boolean;
}

/** The words of the product for values that are no text. */
export interface FactWords {
  readonly yes: string;
  readonly no: string;
  readonly ongoing: string;
  readonly drawn: string;
}

/** Definitions and language that facts are read with. */
export interface FactReader {
  readonly model: FormModel | undefined;
  readonly credential: VerificationDefinition["credential"];
  readonly translate: Translate;
  /** The language of numbers; English without one. */
  readonly locale?: string;
  /** The words for true, false, a range without an end and a drawn signature; a yes-no field may have others. */
  readonly words?: FactWords;
  /** The label of an attribute that the form does not label. */
  readonly unnamed: string;
  findOptions(id: string): OptionsDefinition | undefined;
  /** The name of a choice of a searched list, by its value. */
  findChoiceName(value: string): string | undefined;
}

/** A fixed option list and a label depend on no root. */
const emptyScope = { roots: {}, rules: {} };

/** The pointer of an attribute in the form's data. */
export const toAttributePointer = (name: string): string =>
  name
    .split(".")
    .map((step) => `/${toPointerStep(step)}`)
    .join("");

/** The fields that a credential certifies, in the order of the form: those that a card can show as one value each. */
export function listCertifiedFields(
  model: FormModel | undefined,
  credential: VerificationDefinition["credential"],
): readonly FieldModel[] {
  const places = credential?.attributes ?? [];
  return (model?.fields ?? []).filter((field) => canBeShown(field) && isWithin(field.pointer, places));
}

/** Returns whether a card can show the field: drawn by the form, neither secret nor a file, and one value. */
export const canBeShown = (field: FieldModel): boolean =>
  !isNeverDrawn(field) && !field.field.sensitive && (isWritten(field) || isOneValue(field));

/** Returns whether the object of a widget is written as one value. */
const isWritten = ({ field }: FieldModel): boolean => isDateRange(field) || isSignature(field);

const isOneValue = ({ schema }: FieldModel): boolean =>
  !containsFile(schema) && schema.properties === undefined && schema.items === undefined;

/** What a credential certifies of a submission's data. */
export function toAttributes(
  model: FormModel | undefined,
  credential: VerificationDefinition["credential"],
  data: unknown,
): Attributes {
  return Object.fromEntries(
    listCertifiedFields(model, credential).flatMap((field): [string, Attributes[string]][] => {
      const given = readAt(data, field.steps);
      const range = readRange(field.field, given);
      const signature = readSignature(field.field, given);
      const value = range ? toInterval(range) : signature ? toSignatureAttribute(signature) : given;
      return isPlain(value) && value !== "" ? [[toFieldName(field), value]] : [];
    }),
  );
}

/** Returns whether the attributes hold one value under this name: what a person can consent to disclose. */
export const holdsFact = (attributes: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(attributes, name) && isPlain(attributes[name]);

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * The facts of a credential in the order of the form. None is left out: an attribute of an earlier credential that no
 * form labels has the label `unnamed`.
 */
export function toCredentialFacts(reader: FactReader, attributes: Attributes): CredentialFact[] {
  const order = new Map(reader.model?.fields.map(({ pointer }, index) => [pointer, index]));
  const toPlace = (name: string) => order.get(toAttributePointer(name)) ?? order.size;
  return Object.entries(attributes)
    .filter((entry): entry is [string, string | number | boolean] => isPlain(entry[1]))
    .sort(([a], [b]) => toPlace(a) - toPlace(b))
    .map(([name, value]) => {
      const text = writeFact(reader, name, value);
      const choiceName = findChoiceName(reader, name, text);
      return {
        name,
        label: toFactLabel(reader, name).slice(0, maxLabelLength),
        value: (choiceName ?? text).slice(0, maxValueLength),
        isChoiceName: choiceName !== undefined && choiceName !== text,
      };
    });
}

/** A value as a card shows it: a number as its field writes it. */
function writeFact(
  { model, translate, locale, words }: FactReader,
  name: string,
  value: string | number | boolean,
): string {
  const field = model?.byPointer.get(toAttributePointer(name))?.field;
  if (typeof value === "boolean" && field)
    return (
      resolveText(findWords(field, value) ?? words?.[value ? "yes" : "no"], emptyScope, translate) || String(value)
    );
  if (typeof value === "string" && field && isDateRange(field)) return writeInterval(value, words?.ongoing ?? "");
  if (typeof value === "string" && field && isSignature(field)) return writeSignature(value, words?.drawn ?? "");
  if (typeof value !== "number" || !field || field.options !== undefined) return String(value);
  const unit = resolveText(findUnit(field), emptyScope, translate);
  return [writeNumber(field, value, locale), unit].filter(Boolean).join("\u00A0");
}

const maxLabelLength = 200;
const maxValueLength = 2000;

/** The label of an attribute; with the title of its section where another certified field has the same label. */
export function toFactLabel(reader: Omit<FactReader, "findOptions" | "findChoiceName">, name: string): string {
  const { model, credential, translate, unnamed } = reader;
  const field = model?.byPointer.get(toAttributePointer(name));
  if (!model || !field || isNeverDrawn(field)) return unnamed;
  const read = (one: FieldModel) => resolveText(one.field.label, emptyScope, translate);
  const label = read(field);
  if (label === "") return unnamed;
  const isShared = listCertifiedFields(model, credential).some((one) => one !== field && read(one) === label);
  const section = isShared ? model.sections.find(({ fields }) => fields.includes(field)) : undefined;
  const title = section ? resolveTitle(section, emptyScope, translate) : "";
  return title === "" ? label : `${label} (${title})`;
}

function findChoiceName(reader: FactReader, name: string, value: string): string | undefined {
  const { model, findOptions, translate } = reader;
  const { options } = model?.byPointer.get(toAttributePointer(name))?.field ?? {};
  if (options === undefined) return undefined;
  const choice = toChoices(options, findOptions, emptyScope, translate).find((one) => one.value === value);
  return choice?.name ?? reader.findChoiceName(value);
}

/** The values whose names only the server's lists know. */
export function listSearchedValues(
  { model, findOptions }: Pick<FactReader, "model" | "findOptions">,
  attributes: Attributes,
): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const { options } = model?.byPointer.get(toAttributePointer(name))?.field ?? {};
    const list = options === undefined ? undefined : findOptions(options);
    return list && isSearched(list) && isPlain(value) ? [String(value)] : [];
  });
}
