import type { FieldModel } from "#engine/form/form-model.ts";
import { judgePaper } from "#engine/paper/judge.ts";
import { listPaperFacts } from "#renderer/form/paper-facts.ts";
import type { OpenedForm } from "../opened-form.ts";
import type { RecordSource } from "./record.ts";
import { toButton, toWords, type Said } from "./say.ts";

/** What reading the paper of a field brought: what differs from the form, and what empty fields may take from it. */
export function sayReading({ pointer }: FieldModel, form: OpenedForm, { kept }: RecordSource): Said[] {
  const { store, services, text } = form;
  const fileUrl = store.value(pointer);
  const facts = listPaperFacts(store, pointer);
  const { askReading } = services;
  if (facts.length === 0 || !askReading || typeof fileUrl !== "string" || fileUrl === "") return [];
  const reading = kept.read({ key: ["reading", fileUrl], load: async () => (await askReading(fileUrl)) ?? null });
  const { isBlank, others, offers } = judgePaper(reading ?? undefined, facts);
  const list = others.map(({ label }) => label).join(", ");
  const offered = store.field(pointer)?.readOnly ? [] : offers;
  return [
    ...toWords(isBlank ? text("file.nothing-read") : list && text("file.shows-other", { list })),
    ...offered.map(({ fact, value }) =>
      toButton(text("file.take-read", { label: fact.label, value }), () => {
        store.type(fact.pointer, value);
        store.commit(fact.pointer);
      }),
    ),
  ];
}
