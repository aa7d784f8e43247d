import { described } from "#engine/core/base/described.ts";
import { Empty, Id, OrgName, TxnId, closed } from "#engine/core/base/shapes.ts";
import { FormMessageListSchema } from "#engine/core/scope/shapes/form-messages.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const OfForm = closed({ orgId: OrgName, txnId: TxnId });

/** Operations of support on the messages about a form. */
export const formMessageOperations = {
  "form-messages.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/forms/:txnId/messages",
    auth: "staff",
    summary: "List the messages about a form, the newest first, each with what was sent by phone and email.",
    params: OfForm,
    data: FormMessageListSchema,
    fills: "formMessages",
  },
  "form-messages.resend": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/forms/:txnId/messages/:messageId/resend",
    auth: "staff",
    summary: "Send a message again to the candidate's present number and mailbox: once in ten minutes.",
    params: closed({ ...OfForm.properties, messageId: described(Id, "The id of the message.") }),
    body: Empty,
    bodyOptional: true,
    data: FormMessageListSchema,
    invalidates: ["formMessages"],
  },
} as const satisfies Record<string, OperationContract>;
