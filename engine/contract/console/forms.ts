import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, OrgName, TxnId, closed, filled } from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { StaffFormListSchema } from "#engine/core/scope/shapes/forms.ts";
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
    invalidates: ["staffForms", "chat"],
  },
} as const satisfies Record<string, OperationContract>;
