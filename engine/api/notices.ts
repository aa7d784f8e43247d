import Type, { type Static } from "typebox";
import type { OperationContract } from "./parts/operation-contract.ts";
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

/** The operations on notices. */
export const noticeOperations = {
  "notifications.list": {
    method: "GET",
    service: "notification",
    path: "/notification",
    auth: "user",
    summary: "Notices, newest first.",
    query: closed({ ...Page }),
    data: listOf(NotificationSchema),
    fills: "notifications",
  },
} as const satisfies Record<string, OperationContract>;
