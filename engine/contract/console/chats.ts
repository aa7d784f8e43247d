import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, Id, OrgName, closed, filled } from "#engine/core/base/shapes.ts";
import { ChatListSchema, WholeChatSchema } from "#engine/core/scope/shapes/chats.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const OfChat = closed({ orgId: OrgName, candidateId: described(Id, "The id of the candidate.") });

/** Operations on conversations of candidates with support. */
export const chatOperations = {
  "chats.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/chats",
    auth: "staff",
    summary: "List conversations: those that wait for an answer, the longest first, or all, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({
      show: Type.Optional(Type.Enum(["waiting", "all"], { description: "Which conversations; waiting by default." })),
      assignee: Type.Optional(
        described(Id, "The id of a colleague; 'me', or 'none' for conversations without an assignee."),
      ),
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: ChatListSchema,
    fills: "chats",
  },
  "chats.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/chats/:candidateId",
    auth: "staff",
    summary: "Get a conversation with the candidate's forms.",
    params: OfChat,
    data: WholeChatSchema,
    fills: "chat",
  },
  "chats.answer": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/chats/:candidateId/messages",
    auth: "staff",
    summary: "Answer a candidate; a conversation without an assignee becomes the caller's.",
    params: OfChat,
    body: closed({ text: described(filled(2000), "The answer.") }),
    data: WholeChatSchema.properties.messageList.items,
    invalidates: ["chat", "chats"],
  },
  "chats.read": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/chats/:candidateId/read",
    auth: "staff",
    summary: "Mark what the candidate wrote as read.",
    params: OfChat,
    body: Empty,
    bodyOptional: true,
    data: Empty,
    invalidates: ["chats"],
  },
  "chats.claim": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/chats/:candidateId/claim",
    auth: "staff",
    summary: "Take a conversation, also from a colleague.",
    params: OfChat,
    body: Empty,
    bodyOptional: true,
    data: Empty,
    invalidates: ["chat", "chats"],
  },
  "chats.release": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/chats/:candidateId/release",
    auth: "staff",
    summary: "Give a conversation back, so that any colleague may answer.",
    params: OfChat,
    body: Empty,
    bodyOptional: true,
    data: Empty,
    invalidates: ["chat", "chats"],
  },
} as const satisfies Record<string, OperationContract>;
