import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, Id, OrgName, closed, filled, text } from "#engine/core/base/shapes.ts";
import { DocumentAddressSchema, ReasonName } from "#engine/core/scope/shapes/cases.ts";
import { NameChangeListSchema, NameChangeSchema } from "#engine/core/scope/shapes/name-changes.ts";
import { NameChangeState } from "#engine/core/scope/shapes/transaction-info.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const OfRequest = closed({ orgId: OrgName, requestId: described(Id, "The id of the request.") });

/** Operations of support on requests for a name change. */
export const nameChangeOperations = {
  "name-changes.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/name-changes",
    auth: "staff",
    summary: "List requests for a name change: the open ones, the oldest first, or the decided ones, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({
      state: Type.Optional(NameChangeState),
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: NameChangeListSchema,
    fills: "nameChanges",
  },
  "name-changes.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/name-changes/:requestId",
    auth: "staff",
    summary: "Get a request with its proof, the present name and the new one.",
    params: OfRequest,
    data: NameChangeSchema,
    fills: "nameChange",
  },
  "name-changes.open-document": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/name-changes/:requestId/documents/:fileId",
    auth: "staff",
    summary: "Get an address of a proof that works for five minutes in this session.",
    params: closed({ ...OfRequest.properties, fileId: described(Id, "The id of the file.") }),
    body: Empty,
    bodyOptional: true,
    data: DocumentAddressSchema,
  },
  "name-changes.approve": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/name-changes/:requestId/approve",
    auth: "staff",
    guard: "transaction",
    summary: "Change the candidate's name; credentials that exist keep the former one. The candidate gets a message.",
    params: OfRequest,
    body: closed({ name: described(text(100), "The name as the proof shows it: letters, no digits.") }),
    data: NameChangeSchema,
    invalidates: ["nameChanges", "nameChange"],
  },
  "name-changes.refuse": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/name-changes/:requestId/refuse",
    auth: "staff",
    guard: "transaction",
    summary: "Refuse a name change with a ready-made reason or a text, which the candidate reads.",
    params: OfRequest,
    body: closed({
      reason: Type.Optional(ReasonName),
      text: Type.Optional(described(text(300), "A reason in the candidate's language, without a ready-made one.")),
    }),
    data: NameChangeSchema,
    invalidates: ["nameChanges", "nameChange"],
  },
} as const satisfies Record<string, OperationContract>;
