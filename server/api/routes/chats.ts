import { answerChat, assignChat, listChats, readByStaff, readChat } from "#server/support/staff-chats.ts";
import { remindOfAnswers } from "#server/support/unread-answers.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;
const remindSeconds = 30;

const handlers = {
  "chats.list": async ({ params, query }, { services, staffSession }) => {
    const { show = "waiting", assignee, after, count } = query;
    return listChats(
      services,
      params.orgId,
      { isWaiting: show === "waiting", assignee: assignee === "me" ? staffSession.staff.id : assignee },
      { after, count: Number(count ?? defaultCount) },
    );
  },
  "chats.get": async ({ params }, { services }) => readChat(services, params),
  "chats.answer": async ({ params, body }, { services, staffSession }) => {
    const { id, displayName } = staffSession.staff;
    return answerChat(services, params, { text: body.text, author: { id, displayName } });
  },
  "chats.read": async ({ params }, { services }) => {
    await readByStaff(services, params);
    return {};
  },
  "chats.claim": async ({ params }, { services, staffSession }) => {
    await assignChat(services, params, staffSession.staff.id);
    return {};
  },
  "chats.release": async ({ params }, { services }) => {
    await assignChat(services, params, null);
    return {};
  },
} satisfies Handlers;

/** Conversations of candidates with support. */
export const chatsArea = {
  handlers,
  register: (services) => services.jobs.register("unread-answers", remindSeconds, () => remindOfAnswers(services)),
} satisfies Area;
