import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
  Bytes,
  Count,
  FormData,
  FormName,
  Id,
  Moment,
  OrgName,
  TxnId,
  VerificationName,
  closed,
  filled,
  text,
} from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import type { OperationContract } from "./parts/operation-contract.ts";

const SubType = described(Id, "The id of the submission in its transaction.");
const OfSubmission = closed({ txnId: TxnId, subType: SubType });
const Version = Type.Integer({ minimum: 1, description: "The version of the answer, from 1: a result names it." });
const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);

/** A submission that the calling system verifies. */
const SubmissionSchema = closed({
  orgId: OrgName,
  txnId: TxnId,
  subType: SubType,
  formId: FormName,
  verificationName: VerificationName,
  version: Version,
  state: described(StateSchema, "The state of the submission."),
  dueAt: at("The promised date"),
});

const DocumentSchema = closed({
  at: described(text(300), "JSON Pointer into the data."),
  label: described(text(200), "The label of the field, in English."),
  fileName: described(text(300), "The name of the file."),
  type: described(text(64), "The content type."),
  sizeBytes: Type.Integer({ minimum: 0, description: "The size in bytes." }),
  version: Type.Integer({ minimum: 1, description: "The newest version of the answer that has it." }),
  url: described(text(800), "An address of the bytes for five minutes; send the access token there too."),
});

const ResultBody = closed({
  eventId: described(Id, "An id of yours. A repeated call with it changes nothing."),
  version: Version,
  outcome: Type.Enum(["complete", "fail", "insufficient"], {
    description: "Verified, not verified, or something to send again.",
  }),
  reason: Type.Optional(described(filled(2000), "What the candidate reads; for fail and insufficient.")),
  fieldList: Type.Optional(
    Type.Array(described(text(300), "JSON Pointer into the data."), {
      maxItems: 100,
      description: "The fields to send again; all documents without it.",
    }),
  ),
});

/** A submission on the wire of the verifier API. */
export type ReadySubmission = Static<typeof SubmissionSchema>;
/** The result of a system. */
export type SystemResult = Static<typeof ResultBody>;

/** Operations of verifiers' systems: read what they verify, and send the result. */
export const verifierContracts = {
  "verifier-submissions.list": {
    method: "GET",
    service: "verifier",
    path: "/submissions",
    auth: "system",
    summary: "List the submissions that wait for your result, by the promised date.",
    query: closed({
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: closed({
      list: Type.Array(SubmissionSchema, { maxItems: 100, description: "The submissions." }),
      next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
    }),
  },
  "verifier-submissions.get": {
    method: "GET",
    service: "verifier",
    path: "/submissions/:txnId/:subType",
    auth: "system",
    summary: "Get a submission with its answers and documents.",
    params: OfSubmission,
    data: closed({
      submission: SubmissionSchema,
      data: described(FormData, "The answers."),
      labels: Type.Record(Type.String(), text(200), { description: "The label of each field by pointer, in English." }),
      documentList: Type.Array(DocumentSchema, { maxItems: 1000, description: "The documents of all versions." }),
    }),
  },
  "verifier-submissions.read-document": {
    method: "GET",
    service: "verifier",
    path: "/documents/:address",
    auth: "system",
    summary: "Get the bytes of a document by its address.",
    params: closed({ address: described(filled(300), "The last part of the document's `url`.") }),
    data: Bytes,
    contentTypes: ["image/jpeg", "image/png", "application/pdf"],
  },
  "verifier-submissions.answer": {
    method: "POST",
    service: "verifier",
    path: "/submissions/:txnId/:subType/result",
    auth: "system",
    guard: "item",
    summary: "Send the result of a submission.",
    params: OfSubmission,
    body: ResultBody,
    data: closed({ state: described(StateSchema, "The state of the submission now.") }),
  },
} as const satisfies Record<string, OperationContract>;

/** The contracts of the verifier API with their literal types. */
export type VerifierContracts = typeof verifierContracts;

/** The event that a system gets when a submission is ready, by the rules of Standard Webhooks. */
export const readyEventSchema = closed({
  type: Type.Literal("submission.ready"),
  timestamp: at("The time of the event"),
  data: closed({
    ...SubmissionSchema.properties,
    url: described(text(800), "The address of verifier-submissions.get for it."),
  }),
});
export type ReadyEvent = Static<typeof readyEventSchema>;
