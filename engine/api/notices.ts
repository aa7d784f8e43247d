import Type, { type Static } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { Id, Moment, Page, closed, listOf, text } from "./parts/shapes.ts";

const NotificationSchema = closed({
  _id: Id,
  title: text(200),
  description: text(2000),
  image: Type.Optional(text(2000)),
  createdAt: Moment,
});

/** One notice to the candidate. */
export type Notification = Static<typeof NotificationSchema>;

/** The shapes of this area that the API document names. */
export const noticeShapes = { Notification: NotificationSchema };

/** Contracts of notices (spec §3 Notification). */
export const noticeContracts = {
  "notifications.list": { query: closed({ ...Page }), data: listOf(NotificationSchema) },
} as const satisfies Record<string, Contract>;
