import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { FormName, Id, Moment, TxnId, closed, text } from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { Colleague } from "./cases.ts";
import { ChatMessageSchema } from "./profile.ts";

const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);
const Holder = described(text(254), "The candidate's name.");
const Assignee = Type.Optional(described(Colleague, "Who answers it; missing without an assignee."));
const WaitingSince = Type.Optional(at("The time of the first message without an answer; missing when none waits"));

/** A conversation in the list of staff. */
export const ChatSchema = closed({
  candidateId: described(Id, "The id of the candidate."),
  displayName: Holder,
  lastText: described(text(2000), "The last message."),
  lastAt: at("The time of the last message"),
  waitingSince: WaitingSince,
  unread: Type.Integer({ minimum: 0, description: "Messages of the candidate that no colleague has read." }),
  assignee: Assignee,
});

/** A page of the conversations of an organisation. */
export const ChatListSchema = closed({
  list: Type.Array(ChatSchema, { maxItems: 100, description: "The conversations." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});

/** One conversation with the forms of the candidate beside it. */
export const WholeChatSchema = closed({
  candidateId: described(Id, "The id of the candidate."),
  displayName: Holder,
  mobile: described(text(20), "The candidate's number without its middle digits."),
  waitingSince: WaitingSince,
  assignee: Assignee,
  handedOverBy: Type.Optional(
    described(text(254), "The colleague who handed it over; missing if the assignee took it."),
  ),
  colleagueList: Type.Array(
    closed({
      value: described(Id, "The id of the colleague."),
      name: described(text(254), "The name of the colleague."),
    }),
    { maxItems: 1000, description: "Colleagues to whom it can be handed over." },
  ),
  replyList: Type.Array(
    closed({
      name: described(text(64), "The name of the reply."),
      title: described(text(200), "What it is chosen by, in English."),
      text: described(text(2000), "The reply in the candidate's language, its placeholders filled."),
    }),
    { maxItems: 200, description: "The ready-made replies of the organisation." },
  ),
  fileList: Type.Array(
    closed({
      id: described(Id, "The id of the file."),
      fileName: described(text(255), "The name of the file."),
      by: described(text(254), "Who sent it."),
      scan: Type.Optional(Type.Enum(["waiting", "infected"], { description: "The virus scan; missing when usable." })),
    }),
    { maxItems: 500, description: "The files of the conversation, the newest first." },
  ),
  messageList: Type.Array(
    closed({
      ...ChatMessageSchema.properties,
      by: Type.Optional(described(text(254), "The colleague who wrote it; missing for the candidate.")),
    }),
    { maxItems: 500, description: "The messages, the oldest first." },
  ),
  formList: Type.Array(
    closed({
      txnId: TxnId,
      formId: FormName,
      name: described(text(200), "The name of the form, in English."),
      state: described(StateSchema, "The state of the transaction."),
    }),
    { maxItems: 50, description: "The candidate's forms at the organisation, the newest first." },
  ),
  caseList: Type.Array(
    closed({
      txnId: TxnId,
      subType: described(Id, "The id of the submission in its transaction."),
      label: described(text(200), "The label of the verification, in English."),
      state: described(StateSchema, "The state of the submission."),
    }),
    { maxItems: 200, description: "What was submitted in these forms, the newest form first." },
  ),
});

/** A page of conversations. */
export type ChatList = Static<typeof ChatListSchema>;
/** One conversation. */
export type WholeChat = Static<typeof WholeChatSchema>;
