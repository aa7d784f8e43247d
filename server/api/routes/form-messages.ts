import { listFormMessages, resendFormMessage } from "#server/support/form-messages.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const handlers = {
  "form-messages.list": async ({ params }, { services, messages }) => listFormMessages(services.db, params, messages),
  "form-messages.resend": async ({ params }, { services, staffSession, messages }) => {
    await resendFormMessage(services, params, staffSession.staff.id);
    return listFormMessages(services.db, params, messages);
  },
} satisfies Handlers;

/** The messages about a form, for support. */
export const formMessagesArea = { handlers } satisfies Area;
