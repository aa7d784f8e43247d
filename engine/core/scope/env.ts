import Type, { type Static } from "typebox";
import { entityComment } from "#engine/core/base/value-type.ts";

/** Time, language and device. Rules that the server evaluates may read `now` only. */
export const contract = () =>
  Type.Object(
    {
      ...serverContract().properties,
      locale: Type.String({ $comment: entityComment.language, description: "The language of the page: 'en', 'hi'." }),
      timeZone: Type.String({ description: "The candidate's time zone, as in 'Asia/Kolkata'." }),
      online: Type.Boolean({ description: "The browser is online." }),
      passkeys: Type.Boolean({ description: "This device can create and keep passkeys." }),
      sandbox: Type.Boolean({ description: "This is a sandbox." }),
    },
    { additionalProperties: false },
  );

/** The part of it that page and server share. */
export const serverContract = () =>
  Type.Object(
    { now: Type.String({ format: "date-time", description: "The server's time, ISO 8601." }) },
    { additionalProperties: false },
  );

/** The root `env` of a page. */
export type EnvRoot = Static<ReturnType<typeof contract>>;
