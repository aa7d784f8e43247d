import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, Id, Empty, closed, text } from "#engine/core/base/shapes.ts";
import { ShareLinkSchema, SharingSchema, SharedCredentialSchema } from "#engine/core/scope/shapes/share-links.ts";

const OfLink = closed({ id: described(Id, "The id of the share link.") });

/** Operations on share links, by which a candidate shows a credential to a viewer without an account. */
export const shareLinkOperations = {
  "share-links.list": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/share-links",
    auth: "user",
    summary: "List the facts of a credential and its share links.",
    query: closed({ credentialId: described(Id, "The id of the credential.") }),
    data: SharingSchema,
    fills: "sharing",
  },
  "share-links.get": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/share-links/:id",
    auth: "user",
    summary: "Get a share link and its views.",
    params: OfLink,
    data: ShareLinkSchema,
    fills: "shareLink",
  },
  "share-links.create": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/share-links",
    auth: "user",
    needsFreshProof: true,
    summary: "Create a link that shares chosen facts of a credential, with an expiry and a view limit.",
    body: closed({
      credentialId: described(Id, "The id of the credential."),
      facts: Type.Array(text(128), { minItems: 1, maxItems: 101, description: "The names of the facts to disclose." }),
      audience: Type.Optional(described(text(80), "The intended viewer, as the candidate wrote it.")),
      days: Type.String({
        pattern: "^([1-9][0-9]{0,2})$",
        maxLength: 3,
        description: "The number of days until it expires.",
      }),
      viewLimit: Type.Optional(
        Type.String({
          pattern: "^(any|[1-9][0-9]{0,2})$",
          maxLength: 3,
          description: "The view limit; 'any' or missing for no limit.",
        }),
      ),
    }),
    data: ShareLinkSchema,
    invalidates: ["sharing"],
  },
  "share-links.revoke": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/share-links/:id/revoke",
    auth: "user",
    summary: "Revoke a share link.",
    params: OfLink,
    body: Empty,
    bodyOptional: true,
    data: ShareLinkSchema,
    invalidates: ["sharing", "shareLink"],
  },
  "share-links.pdf": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/share-links/:id/pdf",
    auth: "user",
    summary: "Get the shared credential as a page to print, with the QR code of the link.",
    params: OfLink,
    data: Bytes,
    contentTypes: ["application/pdf"],
  },
  "share-links.view": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/shared/:secret",
    auth: "public",
    summary: "View the credential that a link shares; counts as a view.",
    params: closed({ secret: described(Id, "The secret in the URL of the link.") }),
    query: closed({
      timeZone: Type.Optional(
        described(text(64), "The viewer's time zone; the only trace of the place that is stored."),
      ),
    }),
    data: SharedCredentialSchema,
    fills: "sharedCredential",
  },
} as const satisfies Record<string, OperationContract>;
