import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
  Bytes,
  Count,
  Empty,
  FormData,
  FormName,
  Id,
  Moment,
  Name,
  OrgName,
  TxnId,
  VerificationName,
  closed,
  filled,
  text,
} from "#engine/core/base/shapes.ts";
import { SourceVerdict } from "#engine/core/scope/shapes/source-requests.ts";
import { HistorySchema, StateSchema } from "#engine/core/definitions/state-schemas.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const SubType = described(Id, "The id of the submission in its transaction.");
const OfOrganisation = closed({ orgId: OrgName });
const OfCase = closed({ orgId: OrgName, txnId: TxnId, subType: SubType });
const Pointer = Type.String({
  pattern: "^(/[^/]{1,64}){1,8}$",
  maxLength: 300,
  description: "JSON Pointer into the form data.",
});
const ReasonName = described(Name, "A ready-made reason, by its name in catalogues/reasons.");
const Colleague = closed({ id: described(Id, "The id of the person."), displayName: text(254) });
const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);
const total = (description: string) => Type.Integer({ minimum: 0, description });

/** A case: one submission that a verifier has or had to decide. */
const CaseSchema = closed({
  txnId: TxnId,
  subType: SubType,
  orgId: OrgName,
  formId: FormName,
  verificationName: VerificationName,
  label: described(text(200), "The label of the verification, in English."),
  holderName: Type.Optional(described(text(300), "The candidate's name at submission; missing without one.")),
  state: described(StateSchema, "The state of the submission."),
  dueAt: at("The promised date"),
  since: at("The time of the present state"),
  assignee: Type.Optional(described(Colleague, "Who works on it; missing without an assignee.")),
});

const FieldRequest = closed({
  at: Pointer,
  label: described(text(200), "The label of the field, in English."),
  reason: Type.Optional(described(text(2000), "Why this field must be sent again.")),
});
const RequestSchema = closed({
  reason: described(text(2000), "The reason, as the candidate reads it."),
  fieldList: Type.Array(FieldRequest, { maxItems: 500, description: "The fields to send again." }),
  requestedAt: at("The time of the request"),
});
const VersionSchema = closed({
  version: Type.Integer({ minimum: 1, description: "From 1." }),
  data: described(FormData, "The data as they were."),
  request: Type.Optional(described(RequestSchema, "What the verifier asked for then.")),
  changedList: Type.Array(Pointer, { maxItems: 500, description: "Where the next version differs." }),
  replacedAt: at("The time of the next version"),
});
const DocumentSchema = closed({
  fileId: described(Id, "The id of the file."),
  at: Pointer,
  label: described(text(200), "The label of the field, in English."),
  fileName: described(text(300), "The name of the file."),
  type: described(text(64), "The content type."),
  sizeBytes: total("The size in bytes."),
  scan: Type.Optional(Type.Enum(["waiting", "clean", "infected"], { description: "The result of the virus scan." })),
  version: Type.Integer({ minimum: 1, description: "The newest version of the answer that has it." }),
});
/** A request to the institution that issued a document. */
const CaseSourceSchema = closed({
  id: described(Id, "The id of the request."),
  institution: described(text(200), "The name of the institution."),
  email: described(text(254), "Where the link went."),
  status: Type.Enum(["open", "answered", "expired", "cancelled"], { description: "The status of the request." }),
  by: described(Colleague, "Who asked."),
  createdAt: at("The time of the request"),
  expiresAt: at("The end of the link"),
  remindedAt: Type.Optional(at("The time of the reminder")),
  answer: Type.Optional(
    closed({
      verdict: SourceVerdict,
      registrar: Type.Optional(described(text(120), "Who answered.")),
      note: Type.Optional(described(text(2000), "What differs.")),
      answeredAt: at("The time of the answer"),
    }),
  ),
});
export type CaseSource = Static<typeof CaseSourceSchema>;
const NoteSchema = closed({
  id: described(Id, "The id of the note."),
  text: described(text(4000), "The note."),
  author: described(Colleague, "Who wrote it."),
  createdAt: at("The time of writing"),
});
const DecisionSchema = closed({
  outcome: Type.Enum(["complete", "fail", "insufficient", "withdraw"], { description: "The decision." }),
  by: Type.Optional(described(Colleague, "Who decided in the console; missing for a provider's system.")),
  decidedAt: at("The time of the decision"),
});

/** Everything about one case. */
const WholeCaseSchema = closed({
  case: CaseSchema,
  version: Type.Integer({ minimum: 1, description: "The version of the answer: a decision names it." }),
  data: described(FormData, "The answer; sensitive values are masked unless the caller may decide."),
  labels: Type.Record(Type.String(), text(200), { description: "The label of each field by pointer, in English." }),
  request: Type.Optional(described(RequestSchema, "What the candidate is asked for at present.")),
  reason: Type.Optional(described(text(2000), "The reason of a failure.")),
  versionList: Type.Array(VersionSchema, { maxItems: 100, description: "Earlier versions, the newest first." }),
  documentList: Type.Array(DocumentSchema, { maxItems: 1000, description: "The documents of all versions." }),
  history: described(HistorySchema, "The states of the submission, with times."),
  decisionList: Type.Array(DecisionSchema, { maxItems: 100, description: "The decisions, the oldest first." }),
  noteList: Type.Array(NoteSchema, { maxItems: 500, description: "The internal notes, the oldest first." }),
  sourceList: Type.Array(CaseSourceSchema, {
    maxItems: 100,
    description: "The requests to institutions, the oldest first.",
  }),
  otherList: Type.Array(closed({ subType: SubType, verificationName: VerificationName, state: StateSchema }), {
    maxItems: 500,
    description: "The other submissions of the transaction.",
  }),
});

const DecisionBody = Type.Union([
  closed({
    outcome: Type.Literal("complete"),
    version: Type.Integer({ minimum: 1, description: "The version of the answer that was read." }),
  }),
  closed({
    outcome: Type.Literal("fail"),
    version: Type.Integer({ minimum: 1, description: "The version of the answer that was read." }),
    reason: ReasonName,
  }),
  closed({
    outcome: Type.Literal("insufficient"),
    version: Type.Integer({ minimum: 1, description: "The version of the answer that was read." }),
    fieldList: Type.Array(closed({ at: Pointer, reason: ReasonName }), {
      minItems: 1,
      maxItems: 100,
      description: "The fields to send again, each with its reason.",
    }),
  }),
]);
const PreviewSchema = closed({
  language: described(text(35), "The language of the candidate."),
  messageList: Type.Array(
    closed({
      channel: Type.Enum(["sms", "whatsapp", "email"]),
      subject: Type.Optional(text(500)),
      text: described(text(8000), "The message."),
    }),
    { maxItems: 20, description: "The messages that would leave; none while other verifications are open." },
  ),
  reason: Type.Optional(described(text(2000), "The reason on the candidate's page.")),
  fieldList: Type.Array(FieldRequest, { maxItems: 500, description: "The fields to send again, in their language." }),
});
/** What the candidate would read. */
export type Preview = Static<typeof PreviewSchema>;
/** A verifier's decision in the console. */
export type Decision = Static<typeof DecisionBody>;
/** A case of the queue. */
export type Case = Static<typeof CaseSchema>;
/** A case with its answers, documents, decisions and notes. */
export type WholeCase = Static<typeof WholeCaseSchema>;
export type CaseDocument = WholeCase["documentList"][number];

/** The filters of the queue. */
const Filters = {
  verificationName: Type.Optional(VerificationName),
  state: Type.Optional(described(StateSchema, "One state; without it the cases that need a decision.")),
  assignee: Type.Optional(described(Id, "The id of a colleague; 'me', or 'none' for cases without an assignee.")),
  olderThanDays: Type.Optional(
    Type.String({ pattern: "^[0-9]{1,4}$", maxLength: 4, description: "Only cases in their state for longer." }),
  ),
};

/** Operations on cases: the queue, one case, documents, notes, decisions. */
export const caseOperations = {
  "cases.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/cases",
    auth: "staff",
    summary: "List cases by the promised date, the earliest first.",
    params: OfOrganisation,
    query: closed({
      ...Filters,
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: closed({
      list: Type.Array(CaseSchema, { maxItems: 100, description: "The cases." }),
      next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
    }),
  },
  "cases.count": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/case-counts",
    auth: "staff",
    summary: "Count the cases that need a decision.",
    params: OfOrganisation,
    data: closed({
      open: total("The cases that need a decision."),
      unassigned: total("Those without an assignee."),
      mine: total("Those that the caller works on."),
      overdue: total("Those past the promised date."),
      verificationList: Type.Array(closed({ verificationName: VerificationName, open: total("Its open cases.") }), {
        maxItems: 500,
        description: "By verification.",
      }),
    }),
  },
  "cases.watch": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/case-events",
    auth: "staff",
    summary: "Get the changes of cases from now on as server-sent events: `changed` with a list of txnId and subType.",
    params: OfOrganisation,
    data: Type.String(),
    contentTypes: ["text/event-stream"],
  },
  "cases.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType",
    auth: "staff",
    summary: "Get a case with its answers, documents, decisions and notes.",
    params: OfCase,
    data: WholeCaseSchema,
  },
  "cases.claim": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/claim",
    auth: "staff",
    summary: "Take an open case without an assignee.",
    params: OfCase,
    body: Empty,
    bodyOptional: true,
    data: CaseSchema,
  },
  "cases.release": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/release",
    auth: "staff",
    summary: "Give a case back that the caller works on.",
    params: OfCase,
    body: Empty,
    bodyOptional: true,
    data: CaseSchema,
  },
  "cases.assign": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/assign",
    auth: "staff",
    summary: "Give a case to a colleague who may decide it, whoever works on it.",
    params: OfCase,
    body: closed({ staffId: described(Id, "The id of the colleague.") }),
    data: CaseSchema,
  },
  "cases.add-note": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/notes",
    auth: "staff",
    summary: "Add an internal note, which candidates never read.",
    params: OfCase,
    body: closed({ text: described(filled(4000), "The note.") }),
    data: NoteSchema,
  },
  "cases.ask-source": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/source-requests",
    auth: "staff",
    summary: "Ask the institution about an open case by an email with a one-time link.",
    params: OfCase,
    body: closed({
      institution: described(filled(200), "The name of the institution."),
      email: Type.String({
        pattern: "^[^@ ]{1,64}@[^@ ]{1,190}$",
        maxLength: 254,
        description: "The mailbox of its registrar.",
      }),
    }),
    data: CaseSourceSchema,
  },
  "cases.cancel-source": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/source-requests/:sourceId/cancel",
    auth: "staff",
    summary: "Cancel an open request: its link ends.",
    params: closed({ ...OfCase.properties, sourceId: described(Id, "The id of the request.") }),
    body: Empty,
    bodyOptional: true,
    data: CaseSourceSchema,
  },
  "cases.open-document": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/documents/:fileId",
    auth: "staff",
    summary: "Get an address of a document that works for five minutes in this session.",
    params: closed({ ...OfCase.properties, fileId: described(Id, "The id of the file.") }),
    body: Empty,
    bodyOptional: true,
    data: closed({ url: described(text(600), "The address."), expiresAt: at("The end of the address") }),
  },
  "cases.read-document": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/documents/:address",
    auth: "staff",
    summary: "Get the bytes of a document by its address.",
    params: closed({ orgId: OrgName, address: described(filled(300), "The address, from cases.open-document.") }),
    data: Bytes,
    contentTypes: ["image/jpeg", "image/png", "application/pdf"],
  },
  "cases.preview": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/preview",
    auth: "staff",
    summary: "Show what the candidate would read after a decision, in their language; changes nothing.",
    params: OfCase,
    body: DecisionBody,
    data: PreviewSchema,
  },
  "cases.decide": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/decision",
    auth: "staff",
    guard: "item",
    summary: "Decide a case: verified, failed, or something to send again.",
    params: OfCase,
    body: DecisionBody,
    data: closed({ state: described(StateSchema, "The state of the submission now.") }),
  },
  "cases.withdraw": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/cases/:txnId/:subType/withdrawal",
    auth: "staff",
    needsFreshProof: true,
    summary: "Withdraw the credential of a verified case.",
    params: OfCase,
    body: closed({ reason: ReasonName }),
    data: Empty,
  },
} as const satisfies Record<string, OperationContract>;
