import { toRecord, type RecordValue } from "#engine/form/record.ts";
import { toFileQuery } from "#renderer/data/files.ts";
import { findChoiceName, toModelQuery } from "#renderer/form/record-queries.ts";
import { findSummary } from "#renderer/form/widget-contracts.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { KeptAnswers } from "../kept-answers.ts";
import { sayPaper } from "./lists.ts";
import type { Said } from "./say.ts";

/** What a record is read from. */
export interface RecordSource {
  readonly scope: BlockScope;
  readonly kept: KeptAnswers;
}

/** What was given by a form: label and value, under the form's own headings. */
export function sayRecord(formId: string, data: unknown, { scope, kept }: RecordSource): Said[] {
  const model = kept.read(toModelQuery(formId, scope));
  if (!model) return [];
  return toRecord(model, data, scope.scope, scope.config.translate, findSummary).flatMap(({ title, rows }) => [
    ...(title ? [{ role: "heading", name: title }] : []),
    ...rows.flatMap(({ label, value }) => [
      { role: "term", name: label },
      ...sayRecordValue(value, label, { scope, kept }),
    ]),
  ]);
}

/** One value as it is read: a choice by its name, a date in words, a paper by a link that says beside it what it is. */
export function sayRecordValue(value: RecordValue, label: string, source: RecordSource): Said[] {
  const words = (name: string): Said[] => (name ? [{ role: "definition", name }] : []);
  const ways: { [Kind in RecordValue["kind"]]: (value: Extract<RecordValue, { kind: Kind }>) => Said[] } = {
    text: ({ text }) => words(text),
    flag: ({ yes }) => words(source.scope.words(yes ? "record.yes" : "record.no")),
    date: ({ date }) => words(source.scope.scope.formats?.date(date, "long") || date),
    choice: (choice) => words(toChoiceName(choice, source)),
    papers: ({ papers, text }) => [
      ...papers.map((fileUrl) => {
        const { fileName = "…" } = source.kept.read(toFileQuery(fileUrl)) ?? {};
        return sayPaper(source.scope, fileName, label);
      }),
      ...words(text),
    ],
    list: ({ values }) => values.flatMap((one) => sayRecordValue(one, label, source)),
  };
  return (ways[value.kind] as (value: RecordValue) => Said[])(value);
}

function toChoiceName(choice: { options: string; value: string }, { scope, kept }: RecordSource): string {
  const { name, query } = findChoiceName(choice, scope);
  return name ?? (query && kept.read(query))?.name ?? choice.value;
}
