import { listNotifications, markRead } from "#server/messaging/notices/notices.ts";
import type { Handlers } from "../operations.ts";
import { toPageRange } from "../paging.ts";
import type { Area } from "./area.ts";

const handlers = {
  "notifications.list": ({ query }, { services, candidate, messages }) =>
    listNotifications(services.db, candidate.id, toPageRange(query), {
      language: messages.language,
      findMessageTexts: services.findMessageTexts,
      config: services.config,
    }),
  "notifications.read": async ({ body }, { services, candidate }) => ({
    unread: await markRead(services.db, candidate.id, services.config, body.ids),
  }),
} satisfies Handlers;

/** Notifications of the candidate. */
export const noticesArea = { handlers } satisfies Area;
