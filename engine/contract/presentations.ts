import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, TxnKeys, VerificationName, closed } from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { MatchingCredentialsSchema, PresentationRequestSchema } from "#engine/core/scope/shapes/presentations.ts";

const Wanted = closed({ ...TxnKeys, verificationName: VerificationName });

/** Operations on credentials that replace a verification, and on presentation requests to other wallets. */
export const presentationOperations = {
  "presentations.list-matching": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/:type/matching-credentials",
    auth: "user",
    summary: "List the candidate's credentials that can replace a verification.",
    context: ["orgId", "txnId"],
    params: closed({ type: VerificationName }),
    query: closed({ ...TxnKeys }),
    data: MatchingCredentialsSchema,
    fills: "matchingCredentials",
  },
  "presentations.create": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/presentations",
    auth: "user",
    summary: "Present a credential in place of a verification; completes the verification.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({ ...Wanted.properties, credentialId: described(Id, "The id of the credential.") }),
    data: closed({ state: StateSchema }),
    invalidates: ["transaction", "verification", "transactions"],
  },
  "presentation-requests.create": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/presentation-requests",
    auth: "user",
    summary: "Create a presentation request for another wallet of the candidate (OpenID4VP).",
    guard: "item",
    context: ["orgId", "txnId"],
    body: Wanted,
    data: PresentationRequestSchema,
  },
  "presentation-requests.get": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/presentation-requests/:id",
    auth: "user",
    summary: "Get a presentation request and its state.",
    params: closed({ id: described(Id, "The id of the presentation request.") }),
    data: PresentationRequestSchema,
    fills: "presentationRequest",
  },
} as const satisfies Record<string, OperationContract>;
