import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, Moment, TxnKeys, VerificationName, closed, text } from "./parts/shapes.ts";
import { StateSchema } from "./states.ts";

const FactSchema = closed({
  name: described(text(300), "The fact's name in the credential; of whose it is, 'holder'."),
  label: described(text(200), "What it is called."),
  value: described(text(2000), "What is shown."),
});

const ChoiceSchema = closed({
  credentialId: described(Id, "The credential's id."),
  credentialType: described(text(128), "What it certifies: 'Degree'."),
  issuer: described(text(2000), "Who issued it: an address."),
  issuerName: described(text(200), "What people call them."),
  issuedAt: described(Moment, "When, ISO 8601 in UTC."),
  facts: Type.Array(FactSchema, { maxItems: 100, description: "All of it that is shown, and no more." }),
});

const ChoicesSchema = closed({
  organisation: described(text(200), "To whom it is shown."),
  list: Type.Array(ChoiceSchema, { maxItems: 100, description: "Held here, and good enough; the newest first." }),
});

const PresentedSchema = closed({
  credentialType: described(text(128), "What the credential certifies: 'Degree'."),
  issuer: described(text(2000), "Who issued it: an address."),
  issuerName: described(text(200), "What people call them."),
  issuedAt: Type.Optional(
    described(Moment, "When it was issued, ISO 8601 in UTC; missing where its issuer does not say."),
  ),
  presentedAt: described(Moment, "When it was shown, ISO 8601 in UTC."),
  from: Type.Enum(["here", "elsewhere"], { description: "From this wallet, or from another." }),
  facts: Type.Array(FactSchema, { maxItems: 100, description: "What was shown." }),
});

const AskingSchema = closed({
  id: described(Id, "The id of what is asked."),
  verificationName: VerificationName,
  organisation: described(text(200), "To whom it is shown."),
  asks: Type.Array(
    closed({
      credentialType: described(text(128), "A credential that does: 'Degree'."),
      labels: described(text(2000), "What of it is asked for, in words."),
    }),
    { maxItems: 20, description: "Any one of these does." },
  ),
  address: described(text(2000), "The address that another wallet opens."),
  code: described(text(200_000), "The address as a QR code, a data: picture."),
  state: Type.Enum(["open", "taken", "expired", "blocked"], {
    description: "Whether another wallet may still answer; 'taken': it did, and the verification is done.",
  }),
  refusal: Type.Optional(described(text(500), "Why the last answer was not taken.")),
  declined: Type.Optional(
    Type.Boolean({ description: "The last answer was that nothing is shown; nothing was refused." }),
  ),
  expiresAt: described(Moment, "Until when it may be answered, ISO 8601 in UTC."),
});

/** Credentials of the candidate's that do in place of a verification, with what is shown of each. */
export type Choices = Static<typeof ChoicesSchema>;
/** A credential that was shown in place of a verification. */
export type Presented = Static<typeof PresentedSchema>;
/** A credential that is asked for from another wallet. */
export type Asking = Static<typeof AskingSchema>;

/** The shapes of this area that the API document names. */
export const presentationShapes = { Choices: ChoicesSchema, Presented: PresentedSchema, Asking: AskingSchema };

const Wanted = closed({ ...TxnKeys, verificationName: VerificationName });

/** The operations on credentials that are shown in place of a verification. */
export const presentationOperations = {
  "presentations.choices": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/:type/credentials",
    auth: "user",
    summary: "Which of the candidate's credentials do in place of a verification.",
    context: ["orgId", "txnId"],
    params: closed({ type: VerificationName }),
    query: closed({ ...TxnKeys }),
    data: ChoicesSchema,
    fills: "choices",
  },
  "presentations.share": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/credentials",
    auth: "user",
    summary: "Show a credential in place of a verification, which is done by it.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({ ...Wanted.properties, credentialId: described(Id, "The id of the credential.") }),
    data: closed({ state: StateSchema }),
    changes: ["transaction", "verification", "transactions"],
  },
  "presentations.ask": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/credential-requests",
    auth: "user",
    summary: "Ask another wallet of the candidate's for a credential, by OpenID4VP.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: Wanted,
    data: AskingSchema,
  },
  "presentations.get": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/credential-requests/:id",
    auth: "user",
    summary: "What is asked of another wallet, and whether it was answered.",
    params: closed({ id: described(Id, "The id of what is asked.") }),
    data: AskingSchema,
    fills: "asking",
  },
} as const satisfies Record<string, OperationContract>;
