import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, text } from "#engine/core/base/shapes.ts";

const NotificationSchema = closed({
  _id: described(Id, "The id of the notification."),
  title: described(text(200), "The title."),
  description: described(text(2000), "The text."),
  image: Type.Optional(described(text(20_000), "The URL of an image; missing without one.")),
  createdAt: described(Moment, "The time it was sent, ISO 8601 in UTC."),
  read: Type.Optional(Type.Boolean({ description: "The candidate opened it or marked it as read." })),
  link: Type.Optional(
    Type.String({ maxLength: 2000, description: "The path in the wallet that it opens, with its query." }),
  ),
});
const count = (description: string) => Type.Integer({ minimum: 0, description });
export const Unread = count("The number of unread notifications.");

/** A page of the notices. */
export const NotificationListSchema = closed({
  list: Type.Array(NotificationSchema, { maxItems: 100, description: "One page of notifications, newest first." }),
  total: count("The number of all entries."),
  unread: Unread,
});

/** One notice to the candidate. */
export type Notification = Static<typeof NotificationSchema>;

/** Shapes that the API document names. */
export const notificationShapes = { Notification: NotificationSchema };
