import { toPageRecords, toRecord, type RecordSection, type RecordValue } from "#engine/core/form/record.ts";
import { toFileQuery } from "#renderer/data/files.ts";
import { toDateText, toRangeText } from "#renderer/form/date-text.ts";
import { toFlagText } from "#renderer/form/flag-text.ts";
import { toNumberText } from "#renderer/form/number-text.ts";
import { findChoiceName, toModelQuery } from "#renderer/form/record-queries.ts";
import { findSummaryPointer } from "#renderer/form/widget-contracts.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { CachedAnswers } from "../cached-answers.ts";
import { describeDocument } from "./lists.ts";
import type { AccessibleNode } from "./nodes.ts";

/** What a record is read from. */
export interface RecordSource {
  readonly scope: BlockScope;
  readonly cached: CachedAnswers;
}

/** Describes the answers of a form: labels and values under the form's headings. */
export function describeRecord(formId: string, data: unknown, { scope, cached }: RecordSource): AccessibleNode[] {
  const model = cached.read(toModelQuery(formId, scope));
  if (!model) return [];
  const sections = toRecord(model, data, scope.scope, scope.config.translate, findSummaryPointer);
  return toPageRecords(sections).flatMap((record) => [
    ...(record.page ? [{ role: "heading", name: record.page.title }] : []),
    ...describeRecordSections(record.sections, { scope, cached }),
  ]);
}

/** Describes labels and values under the form's headings. */
export const describeRecordSections = (sections: readonly RecordSection[], source: RecordSource): AccessibleNode[] =>
  sections.flatMap(({ list, title, rows }) => [
    ...(list ? [{ role: "heading", name: list }] : []),
    ...(title ? [{ role: "heading", name: title }] : []),
    ...rows.flatMap(({ label, value }) => [
      { role: "term", name: label },
      ...describeRecordValue(value, label, source),
    ]),
  ]);

/** Describes one value: a choice by its name, a date in words, a document by a link. */
export function describeRecordValue(value: RecordValue, label: string, source: RecordSource): AccessibleNode[] {
  const toDefinition = (name: string): AccessibleNode[] => (name ? [{ role: "definition", name }] : []);
  const describers: {
    [Kind in RecordValue["kind"]]: (value: Extract<RecordValue, { kind: Kind }>) => AccessibleNode[];
  } = {
    text: ({ text }) => toDefinition(text),
    flag: (value) => toDefinition(toFlagText(value, source.scope)),
    date: ({ date }) => toDefinition(toDateText(date, source.scope)),
    range: (value) => toDefinition(toRangeText(value, source.scope)),
    number: (value) => toDefinition(toNumberText(value, source.scope)),
    choice: (choice) => toDefinition(toChoiceName(choice, source)),
    signature: ({ name }) => [
      ...(name === undefined ? [] : toDefinition(name)),
      {
        role: name === undefined ? "img" : "text",
        name: source.scope.uiText(name === undefined ? "signature.drawn" : "signature.typed"),
      },
    ],
    documents: ({ documents, text }) => [
      ...documents.map((fileUrl) => {
        const { fileName = "…" } = source.cached.read(toFileQuery(fileUrl)) ?? {};
        return describeDocument(source.scope, fileName, label);
      }),
      ...toDefinition(text),
    ],
    list: ({ values }) => values.flatMap((one) => describeRecordValue(one, label, source)),
  };
  return (describers[value.kind] as (value: RecordValue) => AccessibleNode[])(value);
}

function toChoiceName(choice: { options: string; value: string }, { scope, cached }: RecordSource): string {
  const { name, query } = findChoiceName(choice, scope);
  return name ?? (query && cached.read(query))?.name ?? choice.value;
}
