import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
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
import { SourceVerdict } from "./source-requests.ts";
import { HistorySchema, StateSchema } from "#engine/core/definitions/state-schemas.ts";

/** The id of a submission in its transaction. */
export const SubType = described(Id, "The id of the submission in its transaction.");
/** A place in form data. */
export const Pointer = Type.String({
  pattern: "^(/[^/]{1,64}){1,8}$",
  maxLength: 300,
  description: "JSON Pointer into the form data.",
});
/** The name of a ready-made reason. */
export const ReasonName = described(Name, "A ready-made reason, by its name in catalogues/reasons.");
export const Colleague = closed({
  id: described(Id, "The id of the person."),
  displayName: described(text(254), "The person's name."),
});
const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);
const total = (description: string) => Type.Integer({ minimum: 0, description });

const Label = described(text(200), "The label of the verification, in English.");

/** What a case names as its institution. */
export const Institution = described(filled(200), "The institution of the answer: an id of a list, or free text.");
/** The candidate's language. */
export const Language = described(filled(16), "The candidate's language: 'en', 'hi'.");

/** A case: one submission that a verifier has or had to decide. */
export const CaseSchema = closed({
  txnId: TxnId,
  subType: SubType,
  orgId: OrgName,
  formId: FormName,
  verificationName: VerificationName,
  label: Label,
  holderName: Type.Optional(described(text(300), "The candidate's name at submission; missing without one.")),
  state: described(StateSchema, "The state of the submission."),
  dueAt: at("The promised date"),
  since: at("The time of the present state"),
  assignee: Type.Optional(described(Colleague, "Who works on it; missing without an assignee.")),
  deletedAt: Type.Optional(at("The time at which the candidate's data was deleted on request")),
});

/** A page of the queue. */
export const QueueSchema = closed({
  list: Type.Array(CaseSchema, { maxItems: 100, description: "The cases." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});
/** Numbers of cases that need a decision. */
export const CaseCountsSchema = closed({
  open: total("The cases that need a decision."),
  unassigned: total("Those without an assignee."),
  mine: total("Those that the caller works on."),
  overdue: total("Those past the promised date."),
  verificationList: Type.Array(
    closed({ verificationName: VerificationName, label: Label, open: total("Its open cases.") }),
    {
      maxItems: 500,
      description: "By verification.",
    },
  ),
  institutionList: Type.Array(
    closed({
      institution: Institution,
      label: described(text(200), "Its name."),
      open: total("Its open cases."),
    }),
    { maxItems: 100, description: "The institutions with the most open cases, by name." },
  ),
  languageList: Type.Array(closed({ language: Language, open: total("The open cases of its candidates.") }), {
    maxItems: 100,
    description: "By the candidate's language, the most cases first.",
  }),
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
export const CaseSourceSchema = closed({
  id: described(Id, "The id of the request."),
  institution: described(text(200), "The name of the institution."),
  email: described(text(254), "Where the link went."),
  status: Type.Enum(["open", "answered", "expired", "cancelled"], { description: "The status of the request." }),
  by: described(Colleague, "Who asked."),
  createdAt: at("The time of the request"),
  expiresAt: at("The end of the link"),
  remindedAt: Type.Optional(at("The time of the reminder")),
  answer: Type.Optional(
    closed(
      {
        verdict: SourceVerdict,
        registrar: Type.Optional(described(text(120), "Who answered.")),
        note: Type.Optional(described(text(2000), "What differs.")),
        answeredAt: at("The time of the answer"),
      },
      { description: "The answer; missing until then." },
    ),
  ),
});
export type CaseSource = Static<typeof CaseSourceSchema>;
/** An internal note of a case. */
export const NoteSchema = closed({
  id: described(Id, "The id of the note."),
  text: described(text(4000), "The note."),
  author: described(Colleague, "Who wrote it."),
  createdAt: at("The time of writing"),
});
const DecisionSchema = closed({
  outcome: Type.Enum(["complete", "fail", "insufficient", "withdraw", "undo"], {
    description: "The decision. 'undo': the one before it was undone.",
  }),
  by: Type.Optional(described(Colleague, "Who decided in the console; missing for a provider's system.")),
  decidedAt: at("The time of the decision"),
});

/** Everything about one case. */
export const WholeCaseSchema = closed({
  case: CaseSchema,
  form: Type.Optional(described(Name, "The id of the form of the answer; missing without one.")),
  version: Type.Integer({ minimum: 1, description: "The version of the answer: a decision names it." }),
  data: described(FormData, "The answer; sensitive values are masked unless the caller may decide."),
  names: Type.Record(Type.String(), text(300), {
    description: "The names of values of searched lists in the answers, by value.",
  }),
  labels: Type.Record(Type.String(), text(200), { description: "The label of each field by pointer, in English." }),
  request: Type.Optional(described(RequestSchema, "What the candidate is asked for at present.")),
  reason: Type.Optional(described(text(2000), "The reason of a failure.")),
  versionList: Type.Array(VersionSchema, { maxItems: 100, description: "Earlier versions, the newest first." }),
  documentList: Type.Array(DocumentSchema, { maxItems: 1000, description: "The documents of all versions." }),
  history: described(HistorySchema, "The states of the submission, with times."),
  decisionList: Type.Array(DecisionSchema, { maxItems: 100, description: "The decisions, the oldest first." }),
  isWithdrawable: Type.Boolean({ description: "It has a credential that is not withdrawn." }),
  undo: Type.Optional(
    closed(
      {
        until: at("The end of the time"),
        isHeld: Type.Boolean({ description: "A message or a report waits until then." }),
      },
      { description: "Until when the last decision can be undone; missing when it cannot." },
    ),
  ),
  noteList: Type.Array(NoteSchema, { maxItems: 500, description: "The internal notes, the oldest first." }),
  sourceList: Type.Array(CaseSourceSchema, {
    maxItems: 100,
    description: "The requests to institutions, the oldest first.",
  }),
  otherList: Type.Array(
    closed({
      subType: SubType,
      verificationName: VerificationName,
      label: Label,
      state: described(StateSchema, "Its state."),
    }),
    {
      maxItems: 500,
      description: "The other submissions of the transaction.",
    },
  ),
});

/** What happened to each of several cases that were given to a colleague. */
export const AssignmentsSchema = closed({
  assigned: total("The cases that the colleague has now."),
  refusedList: Type.Array(
    closed({
      id: described(text(257), "The case: txnId.subType."),
      label: Type.Optional(Label),
      holderName: Type.Optional(described(text(300), "The candidate's name at submission; missing without one.")),
      reason: Type.Enum(["decided", "not-found"], { description: "Why the case was not given." }),
    }),
    { maxItems: 100, description: "The others." },
  ),
});

/** A decision, with the version of the answer that was read. */
export const DecisionBody = Type.Union([
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
/** What the candidate would read after a decision. */
export const PreviewSchema = closed({
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
/** A page of the queue. */
export type Queue = Static<typeof QueueSchema>;
/** What happened to each of several cases. */
export type Assignments = Static<typeof AssignmentsSchema>;
/** Numbers of cases that need a decision. */
export type CaseCounts = Static<typeof CaseCountsSchema>;
/** A case of the queue. */
export type Case = Static<typeof CaseSchema>;
/** A case with its answers, documents, decisions and notes. */
export type WholeCase = Static<typeof WholeCaseSchema>;
export type CaseDocument = WholeCase["documentList"][number];
