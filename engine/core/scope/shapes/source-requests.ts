import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, text } from "#engine/core/base/shapes.ts";

/** What an institution answers to a request. */
export const SourceVerdict = Type.Enum(["correct", "differs", "unknown", "not-us"], {
  description: "It is as our records; it differs; we have no such record; another institution is meant.",
});

/** A request as the institution sees it; only the status where nothing is asked any more. */
export const SourceRequestSchema = closed({
  status: Type.Enum(["open", "answered", "expired", "cancelled", "unknown"], {
    description: "Whether an answer is wanted; 'unknown' for a link that does not exist.",
  }),
  institution: Type.Optional(described(text(200), "The name of the institution.")),
  organisation: Type.Optional(described(text(200), "Who asks.")),
  holder: Type.Optional(described(text(300), "The person whose document it is.")),
  verification: Type.Optional(described(text(200), "What is verified: 'Degree'.")),
  expiresAt: Type.Optional(described(Moment, "The end of the link, ISO 8601 in UTC.")),
  answeredAt: Type.Optional(described(Moment, "The time of the answer, ISO 8601 in UTC.")),
  facts: Type.Array(closed({ label: described(text(200), "The label."), value: described(text(2000), "The value.") }), {
    maxItems: 101,
    description: "What the person claims.",
  }),
  documents: Type.Array(
    closed({
      fileId: described(Id, "The id of the file."),
      label: described(text(200), "What it is."),
      url: described(text(600), "The address of the bytes."),
    }),
    { maxItems: 100, description: "The documents of the person." },
  ),
});
export type SourceRequest = Static<typeof SourceRequestSchema>;

/** Shapes that the OpenAPI document names. */
export const sourceRequestShapes = { SourceRequest: SourceRequestSchema };
