import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, Moment, Page, closed, listOf, text } from "./parts/shapes.ts";

const NotificationSchema = closed({
  _id: described(Id, "The notice's id."),
  title: described(text(200), "What it is about, in a few words."),
  description: described(text(2000), "What it says."),
  image: Type.Optional(described(text(2000), "Address of a picture; missing without one.")),
  createdAt: described(Moment, "When it was sent, ISO 8601 in UTC."),
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
