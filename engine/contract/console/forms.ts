import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, FieldName, OrgName, TxnId, VerificationName, closed, filled } from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { StaffFormListSchema, WholeStaffFormSchema } from "#engine/core/scope/shapes/forms.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

/** Operations of support on the forms of candidates. */
export const formOperations = {
  "forms.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/forms",
    auth: "staff",
    summary: "List the forms of candidates, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({
      find: Type.Optional(described(filled(64), "A candidate's mobile number, or the txnId of a form.")),
      state: Type.Optional(described(StateSchema, "One state; all without it.")),
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: StaffFormListSchema,
    fills: "staffForms",
  },
  "forms.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/forms/:txnId",
    auth: "staff",
    summary: "Get a candidate's form with its verifications, and until when the candidate may change them.",
    params: closed({ orgId: OrgName, txnId: TxnId }),
    data: WholeStaffFormSchema,
    fills: "staffForm",
  },
  "forms.allow-change": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/forms/:txnId/changes",
    auth: "staff",
    guard: "transaction",
    summary: "Let the candidate change verifications of a submitted form for some days; the candidate gets a message.",
    params: closed({ orgId: OrgName, txnId: TxnId }),
    body: closed({
      verificationList: Type.Array(VerificationName, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "The verifications, which are with the verifier.",
      }),
      days: Type.Integer({ minimum: 1, maximum: 14, description: "For how many days, from now." }),
    }),
    data: WholeStaffFormSchema,
    invalidates: ["staffForm"],
  },
  "forms.correct-email": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/forms/:txnId/email",
    auth: "staff",
    guard: "transaction",
    summary: "Correct the registered email of a basic detail; the candidate confirms it by a code sent there.",
    params: closed({ orgId: OrgName, txnId: TxnId }),
    body: closed({
      fieldName: described(FieldName, "The basic detail whose email it is."),
      email: Type.String({
        pattern: "^[^@ ]{1,64}@[^@ ]{1,190}$",
        maxLength: 254,
        description: "The new email address.",
      }),
      reason: described(filled(300), "Why, and how the candidate proved it; colleagues read it."),
    }),
    data: WholeStaffFormSchema,
    invalidates: ["staffForm"],
  },
  "forms.reopen": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/forms/:txnId/reopen",
    auth: "staff",
    guard: "transaction",
    summary: "Open a closed form again; the candidate is told and goes on where they stopped.",
    params: closed({ orgId: OrgName, txnId: TxnId }),
    body: Empty,
    bodyOptional: true,
    data: closed({ state: described(StateSchema, "The state of the transaction now.") }),
    invalidates: ["staffForms", "staffForm", "chat"],
  },
} as const satisfies Record<string, OperationContract>;
