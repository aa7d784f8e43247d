import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { byName, closed, defineKind, requiredText } from "./fragments.ts";

/** The days of a week, Monday first (ISO 8601). */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
/** What a ready-made reply may name. */
const replyPlaceholders = ["candidate", "colleague", "organisation"];

const clock = (description: string, example: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description, examples: [example] });
const openFrom = closed(
  { from: clock("The first minute: '10:00'.", "10:00"), to: clock("The end: '18:00'.", "18:00") },
  { description: "The hours of this day; closed without them." },
);

/** The support of an organisation: when it answers, and its ready-made replies. */
export const supportSchema = defineKind("support", {
  answersWithinMinutes: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    description: "The usual time to an answer within the hours. The candidate reads it.",
    examples: [120],
  }),
  hours: closed(
    {
      timeZone: Type.String({
        description: "The time zone of the hours, by its IANA name.",
        examples: ["Asia/Kolkata"],
      }),
      days: closed(
        Object.fromEntries(weekdays.map((day) => [day, Type.Optional(openFrom)])) as Record<
          (typeof weekdays)[number],
          ReturnType<typeof Type.Optional<typeof openFrom>>
        >,
        { description: "The hours by day of the week." },
      ),
      holidays: Type.Array(Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }), {
        uniqueItems: true,
        description: "Days on which support is closed, as dates in its time zone.",
        examples: [["2027-01-26"]],
      }),
    },
    { description: "When support answers." },
  ),
  replies: byName(
    closed({
      title: described(requiredText(), "What a colleague chooses it by.", "Ask for a sharper picture"),
      text: described(
        requiredText(replyPlaceholders),
        "The reply, in the candidate's language; the colleague can edit it before it is sent.",
        "Hello {candidate}, please send a sharper picture.",
      ),
    }),
    "The ready-made replies, by name.",
  ),
});
export type SupportDefinition = Static<typeof supportSchema>;
