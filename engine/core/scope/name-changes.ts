import Type, { type Static } from "typebox";
import { closed } from "#engine/core/base/shapes.ts";
import { toLabel, type RootInput } from "./root.ts";
import {
  ListedNameChangeSchema,
  NameChangeListSchema,
  NameChangeSchema,
  type NameChange,
  type NameChangeList,
} from "./shapes/name-changes.ts";

type Input = Pick<RootInput, "find" | "translate">;

// A page that builds the root must load no schema: they are made on demand.
const named = () => ({
  _id: Type.String({ description: "The id." }),
  formName: Type.String({ description: "The name of the form in the reader's language." }),
  verification: Type.String({ description: "The label of the verification in the reader's language." }),
});

/** The requests loaded so far. */
export const list = () =>
  closed({
    ...NameChangeListSchema.properties,
    list: Type.Array(closed({ ...ListedNameChangeSchema.properties, ...named() }), { description: "The requests." }),
  });

/** One request. */
export const contract = () => {
  const { documentList, ...rest } = NameChangeSchema.properties;
  return closed({
    ...rest,
    ...named(),
    reasonText: Type.String({ description: "Why it was refused, in the reader's language; empty without a refusal." }),
    documentList: Type.Array(
      closed({ ...documentList.items.properties, id: Type.String({ description: "The id of the document." }) }),
      { description: "The documents that prove the change." },
    ),
    reasonList: Type.Array(
      closed({
        value: Type.String({ description: "The value of the choice." }),
        name: Type.String({ description: "Its text in the reader's language." }),
      }),
      { description: "The ready-made reasons for a refusal, as choices." },
    ),
  });
};

const toNamed = (row: NameChangeList["list"][number], input: Input) => ({
  _id: row.id,
  formName: input.translate(row.form),
  verification: toLabel(row.label, row.verificationName, input),
});

/** Builds the root `nameChanges` from name-changes.list. */
export const toNameChanges = (
  { list: rows, ...rest }: NameChangeList,
  input: Input,
): Static<ReturnType<typeof list>> => ({
  ...rest,
  list: rows.map((row) => ({ ...row, ...toNamed(row, input) })),
});

/** Builds the root `nameChange` from name-changes.get. */
export const toNameChange = (row: NameChange, input: Input): Static<ReturnType<typeof contract>> => ({
  ...row,
  ...toNamed(row, input),
  reasonText: input.translate(row.reason ?? ""),
  documentList: row.documentList.map((one) => ({ ...one, id: one.fileId, label: input.translate(one.label) })),
  reasonList: Object.entries(input.find("reasons", "reasons")?.nameChange ?? {}).map(([value, { text }]) => ({
    value,
    name: input.translate(String(text)),
  })),
});
