import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";

/** Where and when a document is read. Rules that the server obeys read `now` alone. */
export const contract = () =>
  Type.Object(
    {
      ...serverContract().properties,
      locale: Type.String({ $comment: nameOf.language, description: "The language of the page: 'en', 'hi'." }),
      timeZone: Type.String({ description: "The candidate's time zone, as in 'Asia/Kolkata'." }),
      online: Type.Boolean({ description: "Whether the browser has a line." }),
      sandbox: Type.Boolean({ description: "Whether nothing here is real." }),
    },
    { additionalProperties: false },
  );

/** What of it is the same on both sides. */
export const serverContract = () =>
  Type.Object(
    { now: Type.String({ format: "date-time", description: "The server's time, ISO 8601." }) },
    { additionalProperties: false },
  );

/** The root `env` of a page. */
export type EnvRoot = Static<ReturnType<typeof contract>>;
