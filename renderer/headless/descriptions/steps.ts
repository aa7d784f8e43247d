import { toPageRecords, toRecord } from "#engine/core/form/record.ts";
import { findSummaryPointer } from "#renderer/form/widget-contracts.ts";
import type { OpenedForm } from "../form-types.ts";
import { toButtonNode, type AccessibleNode } from "./nodes.ts";
import { describeRecordSections, type RecordSource } from "./record.ts";

/** Returns whether a form is submitted from here: it has no pages, or its last step is open. */
export function isLastStep({ steps }: OpenedForm): boolean {
  const step = steps?.state();
  return !step || step.n === step.total;
}

/** Describes the heading of the open step, and why it opened. */
export function describeStep({ steps, text }: OpenedForm): AccessibleNode[] {
  if (!steps) return [];
  const { n, total, title, notice } = steps.state();
  return [
    { role: "heading", name: total > 1 ? text("form.step", { n, total, title }) : title },
    ...(notice ? [{ role: "alert", name: notice }] : []),
  ];
}

/** Describes the buttons between the steps of a form. */
export function describeSteps(form: OpenedForm): AccessibleNode[] {
  const { steps, text } = form;
  if (!steps) return [];
  return [
    ...(steps.state().n > 1 ? [toButtonNode(text("form.previous"), () => steps.previous())] : []),
    ...(isLastStep(form) ? [] : [toButtonNode(text("form.continue"), () => form.next())]),
  ];
}

/** Describes the answers of each page, with a link to change them. */
export function describeReview({ store, steps, text }: OpenedForm, source: RecordSource): AccessibleNode[] {
  const { scope } = source;
  const sections = toRecord(store.model, store.draft(), scope.scope, scope.config.translate, findSummaryPointer);
  const records = toPageRecords(sections);
  return store.pages().map((page): AccessibleNode => {
    const name = steps?.title(page) ?? "";
    const own = records.find((record) => record.page?.id === page.id)?.sections ?? [];
    const change = toButtonNode(text("form.change-page", { title: name }), () => steps?.show(page.id), {
      role: "link",
    });
    const answers =
      own.length > 0 ? describeRecordSections(own, source) : [{ role: "text", name: text("form.no-answers") }];
    return { role: "region", name, children: [{ role: "heading", name }, change, ...answers] };
  });
}
