import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Bytes, Empty, Id, closed, filled } from "#engine/core/base/shapes.ts";
import { SourceRequestSchema, SourceVerdict } from "#engine/core/scope/shapes/source-requests.ts";
import type { OperationContract } from "./parts/operation-contract.ts";

const Token = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", maxLength: 64, description: "The token of the link." });
const AnswerBody = closed({
  verdict: SourceVerdict,
  registrar: Type.Optional(described(filled(120), "Who answers, for the records; needed unless 'not-us'.")),
  note: Type.Optional(described(filled(2000), "What differs; needed for 'differs'.")),
});
/** The answer of an institution. */
export type SourceAnswer = Static<typeof AnswerBody>;

/** Operations of institutions that are asked about a document, by the link of an email and without an account. */
export const sourceRequestOperations = {
  "source-requests.view": {
    method: "GET",
    service: "webWallet",
    path: "/source-requests/:token",
    auth: "public",
    summary: "View what an institution is asked to confirm.",
    params: closed({ token: Token }),
    data: SourceRequestSchema,
    fills: "sourceRequest",
  },
  "source-requests.read-document": {
    method: "GET",
    service: "webWallet",
    path: "/source-requests/:token/documents/:fileId",
    auth: "public",
    summary: "Get the bytes of a document of an open request.",
    params: closed({ token: Token, fileId: described(Id, "The id of the file.") }),
    data: Bytes,
    contentTypes: ["image/jpeg", "image/png", "application/pdf"],
  },
  "source-requests.answer": {
    method: "POST",
    service: "webWallet",
    path: "/source-requests/:token/answer",
    auth: "public",
    summary: "Answer a request, once.",
    params: closed({ token: Token }),
    body: AnswerBody,
    data: Empty,
    invalidates: ["sourceRequest"],
  },
} as const satisfies Record<string, OperationContract>;
