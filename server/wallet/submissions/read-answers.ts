import { getAt } from "#engine/core/base/json-pointer.ts";
import { toMajor } from "#engine/core/payment/minor-units.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { writeNumber } from "#engine/core/form/field-numbers.ts";
import type { FieldModel } from "#engine/core/form/form-model.ts";
import { toChoices } from "#engine/core/form/options.ts";
import { toRecord, type RecordSection, type RecordValue } from "#engine/core/form/record.ts";
import { formatDate } from "#engine/core/rules/dates.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { formatAmount } from "#engine/core/rules/money.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import { zone } from "#server/platform/time-zone.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/load.ts";
import { findForm } from "./form-validation.ts";
import { toFormScope } from "./validate-submission.ts";

/** One answer in words, with its value as it is stored. */
export interface ReadAnswer {
  at: string;
  label: string;
  text: string;
  value: unknown;
}

/** Answers under one heading: a section of the form, or a row of a list. */
export interface ReadAnswers {
  title: string;
  answers: ReadAnswer[];
}

/** What the answers of one submission are read with. */
interface Reading {
  loaded: LoadedTransaction;
  organisation: OrganisationRelease;
  item: ItemRow;
  submission: SubmissionRow;
  messages: MessageTexts;
}

/**
 * The answers of a submission as people read them, rows of lists included, under the headings of the form. Sensitive
 * values and files are left out: a file is named beside the answers.
 */
export async function readAnswers(db: Queryable, reading: Reading): Promise<ReadAnswers[]> {
  const { loaded, organisation, item, submission, messages } = reading;
  const { definitions } = loaded;
  const model = findForm(definitions, definitions.verification(item.name))?.model;
  if (!model) return [];
  const scope = toFormScope(organisation, loaded, item);
  const sections = toRecord(model, submission.data, scope, messages.translate, () => undefined);
  const names = await findAnyNames(db, listChoices(sections));
  const fields = new Map(model.fields.map((field) => [field.pointer, field]));
  const context = { ...reading, scope, names };
  return sections.flatMap((section) => {
    const answers = section.rows.flatMap(({ pointer, label, value }): ReadAnswer[] => {
      const field = fields.get(pointer);
      if (field?.field.sensitive || value.kind === "documents") return [];
      const text = toText(value, field, context);
      return text === "" ? [] : [{ at: pointer, label, text, value: getAt(submission.data, pointer) }];
    });
    // The heading of a list is above its first row.
    const title = [section.list, section.title].filter(Boolean).join(": ");
    return answers.length > 0 ? [{ title, answers }] : [];
  });
}

const listChoices = (sections: readonly RecordSection[]): string[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ value }) => choicesOf(value)));

const choicesOf = (value: RecordValue): string[] =>
  value.kind === "list" ? value.values.flatMap(choicesOf) : value.kind === "choice" ? [value.value] : [];

interface TextContext extends Reading {
  scope: Scope;
  /** Names of the server's lists, by value. */
  names: ReadonlyMap<string, string>;
}

/** Each kind of value in words. */
const writers: {
  readonly [K in RecordValue["kind"]]: (
    value: Extract<RecordValue, { kind: K }>,
    field: FieldModel | undefined,
    context: TextContext,
  ) => string;
} = {
  text: ({ text }) => text,
  flag: ({ yes, words }, _, { messages, scope }) =>
    resolveText(words, scope, messages.translate) || messages.format("parts", yes ? "yes" : "no"),
  date: ({ date }, _, { messages }) => toDay(date, messages) || date,
  range: ({ from, to }, _, { messages }) =>
    `${toDay(from, messages)} – ${to === undefined ? messages.format("parts", "still-ongoing") : toDay(to, messages)}`,
  number: ({ number, unit, currency }, field, { messages, scope }) =>
    currency !== undefined
      ? formatAmount(toMajor(number), currency)
      : [
          field ? writeNumber(field.field, number, messages.language) : String(number),
          resolveText(unit, scope, messages.translate),
        ]
          .filter(Boolean)
          .join("\u00A0"),
  signature: ({ name }, _, { messages }) => name ?? messages.format("parts", "signature-drawn"),
  choice: ({ options, value }, _, { loaded, scope, names, messages }) =>
    toChoices(options, (id) => loaded.definitions.options(id), scope, messages.translate).find(
      (choice) => choice.value === value,
    )?.name ??
    names.get(value) ??
    value,
  documents: () => "",
  list: ({ values }, field, context) => values.map((one) => toText(one, field, context)).join(", "),
};

function toText<K extends RecordValue["kind"]>(
  value: Extract<RecordValue, { kind: K }>,
  field: FieldModel | undefined,
  context: TextContext,
): string {
  return writers[value.kind as K](value, field, context);
}

const toDay = (day: string, { language }: MessageTexts): string => formatDate(day, "long", { locale: language, zone });
