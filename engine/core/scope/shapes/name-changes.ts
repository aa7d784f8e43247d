import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { FormName, Id, Moment, TxnId, VerificationName, closed, text } from "#engine/core/base/shapes.ts";
import { Colleague, DocumentSchema } from "./cases.ts";
import { NameChangeState } from "./transaction-info.ts";

const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);

/** A request for a name change in the list of staff. */
export const ListedNameChangeSchema = closed({
  id: described(Id, "The id of the request."),
  txnId: TxnId,
  formId: FormName,
  form: described(text(200), "The name of the form, in English."),
  verificationName: VerificationName,
  label: described(text(200), "The label of the verification, in English."),
  mobile: described(text(20), "The last digits of the candidate's number."),
  formerName: described(text(254), "The candidate's name; after a decision, the one before it."),
  name: Type.Optional(described(text(100), "The new name; missing where the candidate gave none.")),
  state: NameChangeState,
  requestedAt: at("The time of the request"),
  decidedAt: Type.Optional(at("The time of the decision")),
});

/** A page of requests for a name change. */
export const NameChangeListSchema = closed({
  list: Type.Array(ListedNameChangeSchema, { maxItems: 100, description: "The requests." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});

const { at: _at, version: _version, ...document } = DocumentSchema.properties;

/** One request for a name change with its proof. */
export const NameChangeSchema = closed({
  ...ListedNameChangeSchema.properties,
  isProved: Type.Boolean({ description: "An identity document has verified the present name." }),
  credentialCount: Type.Integer({
    minimum: 0,
    description: "Valid credentials of the organisation's forms: they keep the name that they were issued in.",
  }),
  documentList: Type.Array(closed(document), { maxItems: 5, description: "The documents that prove the change." }),
  reason: Type.Optional(described(text(300), "Why it was refused: a ready-made reason in English, or a text.")),
  by: Type.Optional(described(Colleague, "Who decided.")),
});

/** A page of requests for a name change. */
export type NameChangeList = Static<typeof NameChangeListSchema>;
/** One request for a name change. */
export type NameChange = Static<typeof NameChangeSchema>;
