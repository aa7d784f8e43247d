import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, Moment, Page, closed, text } from "./parts/shapes.ts";

const NotificationSchema = closed({
  _id: described(Id, "The notice's id."),
  title: described(text(200), "What it is about, in a few words."),
  description: described(text(2000), "What it says."),
  image: Type.Optional(described(text(20_000), "Address of a picture; missing without one.")),
  createdAt: described(Moment, "When it was sent, ISO 8601 in UTC."),
  read: Type.Optional(Type.Boolean({ description: "It was opened, or marked as read with others." })),
  link: Type.Optional(
    Type.String({ maxLength: 2000, description: "What it opens: a path of the wallet, with its query." }),
  ),
});
const count = (description: string) => Type.Integer({ minimum: 0, description });
const Unread = count("How many of all are not read.");

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
    summary: "Notices, newest first, and how many of all are not read.",
    query: closed({ ...Page }),
    data: closed({
      list: Type.Array(NotificationSchema, { maxItems: 100, description: "Those that were asked for, newest first." }),
      total: count("How many there are."),
      unread: Unread,
    }),
    fills: "notifications",
  },
  "notifications.read": {
    method: "POST",
    service: "notification",
    path: "/notification/read",
    auth: "user",
    summary: "Mark notices as read: those that are named, or all.",
    body: closed({
      ids: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 100, description: "The ids of the notices; without them all are." }),
      ),
    }),
    data: closed({ unread: Unread }),
    changes: ["notifications"],
  },
} as const satisfies Record<string, OperationContract>;
