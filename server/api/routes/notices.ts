import { listNotifications, markRead } from "#server/messaging/notices/notices.ts";
import type { Handlers } from "../operations.ts";
import { toPage } from "../paging.ts";
import type { Area } from "./area.ts";

const handlers = {
  "notifications.list": ({ query }, { services, candidate, words }) =>
    listNotifications(services.db, candidate.id, toPage(query), {
      language: words.language,
      findWords: services.findWords,
      config: services.config,
    }),
  "notifications.read": async ({ body }, { services, candidate }) => ({
    unread: await markRead(services.db, candidate.id, body.ids),
  }),
} satisfies Handlers;

/** Notices to the candidate. */
export const noticesArea = { handlers } satisfies Area;
