import Type from "typebox";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, Page, closed } from "#engine/core/base/shapes.ts";
import { Unread, NotificationListSchema } from "#engine/core/scope/shapes/notifications.ts";

/** Operations on notifications. */
export const notificationOperations = {
  "notifications.list": {
    method: "GET",
    service: "notification",
    path: "/notification",
    auth: "user",
    summary: "List the notifications, newest first, with the number of unread ones.",
    query: closed({ ...Page }),
    data: NotificationListSchema,
    fills: "notifications",
  },
  "notifications.read": {
    method: "POST",
    service: "notification",
    path: "/notification/read",
    auth: "user",
    summary: "Mark notifications as read: the named ones, or all.",
    body: closed({
      ids: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 100, description: "The ids of the notifications; all without it." }),
      ),
    }),
    data: closed({ unread: Unread }),
    invalidates: ["notifications"],
  },
} as const satisfies Record<string, OperationContract>;
