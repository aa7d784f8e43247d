import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, FileUrl, Id, Empty, Page, closed, listOf } from "#engine/core/base/shapes.ts";
import { CredentialSchema, CredentialCheckSchema } from "#engine/core/scope/shapes/credentials.ts";

const OfCredential = closed({ id: described(Id, "The id of the credential.") });

/** Operations on credentials. */
export const credentialOperations = {
  "credentials.list": {
    method: "GET",
    service: "webWallet",
    path: "/credentials",
    auth: "user",
    summary: "List the credentials that the candidate was offered or holds.",
    query: closed({ ...Page }),
    data: listOf(CredentialSchema),
    fills: "credentials",
  },
  "credentials.receive": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/receive/:id",
    auth: "user",
    summary: "Add a credential to the wallet.",
    params: OfCredential,
    body: Empty,
    bodyOptional: true,
    data: CredentialSchema,
    invalidates: ["credentials"],
  },
  "credentials.verify": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/verify/:id",
    auth: "user",
    summary: "Check a credential.",
    params: OfCredential,
    data: CredentialCheckSchema,
  },
  "credentials.add-document": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/documents/:id",
    auth: "user",
    summary: "Attach a document to a credential.",
    params: OfCredential,
    form: closed({ file: Bytes }),
    data: closed({ fileUrl: FileUrl }),
    invalidates: ["credentials"],
  },
} as const satisfies Record<string, OperationContract>;
