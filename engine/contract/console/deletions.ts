import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, OrgName, closed, filled } from "#engine/core/base/shapes.ts";
import { ReasonName } from "#engine/core/scope/shapes/cases.ts";
import { DeletionId, DeletionListSchema, DeletionSchema } from "#engine/core/scope/shapes/deletions.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const OfDeletion = closed({ orgId: OrgName, deletionId: DeletionId });

/** Operations of staff on candidates' requests for deletion. */
export const deletionOperations = {
  "deletions.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/deletions",
    auth: "staff",
    summary: "List candidates' requests for deletion: the open ones, the oldest first, or all, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({
      show: Type.Optional(Type.Enum(["open", "all"], { description: "By default the open ones." })),
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: DeletionListSchema,
    fills: "deletions",
  },
  "deletions.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/deletions/:deletionId",
    auth: "staff",
    summary: "Get a request for deletion: what goes, what stays and until when, and what it waits for.",
    params: OfDeletion,
    data: DeletionSchema,
    fills: "deletion",
  },
  "deletions.approve": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/deletions/:deletionId/approval",
    auth: "staff",
    guard: "transaction",
    needsFreshProof: true,
    summary: "Approve a request: the candidate is signed out at once, and a job deletes their data.",
    params: OfDeletion,
    body: Empty,
    bodyOptional: true,
    data: DeletionSchema,
    invalidates: ["deletions", "deletion"],
  },
  "deletions.refuse": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/deletions/:deletionId/refusal",
    auth: "staff",
    summary: "Refuse a request for a ready-made reason, which the candidate reads.",
    params: OfDeletion,
    body: closed({ reason: ReasonName }),
    data: DeletionSchema,
    invalidates: ["deletions", "deletion"],
  },
} as const satisfies Record<string, OperationContract>;
