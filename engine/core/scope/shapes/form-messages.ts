import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, text } from "#engine/core/base/shapes.ts";

const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);

/** The messages about a form, the newest first. */
export const FormMessageListSchema = closed({
  list: Type.Array(
    closed({
      _id: described(Id, "The id of the message."),
      title: described(text(300), "Its title, in the reader's language."),
      text: described(text(2000), "Its text, in the reader's language."),
      createdAt: at("The time of writing"),
      readAt: Type.Optional(at("The time at which the candidate read it in the wallet")),
      deliveryList: Type.Array(
        closed({
          channel: Type.Enum(["sms", "whatsapp", "email"], { description: "How it was sent." }),
          to: described(text(254), "The number or mailbox, masked."),
          status: Type.Enum(["waiting", "sent", "failed"], {
            description: "It waits to be sent, the gateway took it, or the server gave up.",
          }),
          at: at("The time of the status"),
        }),
        { maxItems: 100, description: "What was sent by phone and email in the last 90 days, the newest first." },
      ),
    }),
    { maxItems: 100, description: "The messages." },
  ),
});

/** The messages about a form. */
export type FormMessageList = Static<typeof FormMessageListSchema>;
