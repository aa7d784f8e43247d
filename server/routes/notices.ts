import { listNotifications } from "../notices/notices.ts";
import type { Handlers } from "../operations.ts";
import { toPage } from "../http/paging.ts";
import type { Area } from "./area.ts";

const handlers = {
  "notifications.list": ({ query }, { services, candidate }) => listNotifications(services.db, candidate.id, toPage(query)),
} satisfies Handlers;

/** Notices to the candidate (spec §2 Notifications screen). */
export const noticesArea = { handlers } satisfies Area;
