import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, filled, text } from "#engine/core/base/shapes.ts";

export const OtpSent = closed({
  txnId: Id,
  resendAfterSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "The seconds until a resend is possible; optional for other wallets.",
    }),
  ),
  maskedTo: Type.Optional(described(text(100), "The masked recipient; optional for other wallets.")),
  channel: Type.Optional(Type.Enum(["sms", "whatsapp"])),
});
export const TokensSchema = closed({
  accessToken: filled(4096),
  refreshToken: filled(4096),
  refreshTokenExpiresIn: Type.Integer({ minimum: 1 }),
});
const VerifiedDetail = closed({
  type: described(text(64), "The name of the identity verification."),
  subType: described(text(64), "The variant of the verification, else its name."),
  maskedNumber: Type.Optional(described(text(64), "The masked document number, with the last four characters.")),
  verifiedAt: Type.Optional(
    described(Moment, "The time of verification, ISO 8601 in UTC; optional for other wallets."),
  ),
});
export const ProfileSchema = closed({
  mobile: described(text(32), "The sign-in number, E.164: '+919876543210'."),
  displayName: described(text(120), "The display name; not verified."),
  locale: described(text(16), "The language of messages to the candidate: 'en', 'hi'."),
  agentId: Type.Optional(described(text(128), "The id of the agent; missing for a candidate.")),
  passkeys: Type.Optional(
    Type.Enum(["present", "declined"], {
      description: "'present' with at least one passkey, 'declined' after 'Not now'; missing before both.",
    }),
  ),
  profileDetails: closed(
    { name: Type.Optional(described(text(120), "The verified name; missing until identity is verified.")) },
    { description: "The verified details of the person." },
  ),
  verificationDetailList: Type.Record(
    Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" }),
    closed({
      verificationList: Type.Array(VerifiedDetail, {
        maxItems: 50,
        description: "The verifications of the category, oldest first.",
      }),
    }),
    {
      additionalProperties: false,
      description: "The verifications of the profile, by category in lower case: 'identity'.",
    },
  ),
});
export const ChatMessageSchema = closed({
  _id: described(Id, "The id of the message."),
  from: Type.Enum(["candidate", "support"], { description: "Who wrote it." }),
  text: described(text(2000), "The text of the message; empty for a file."),
  file: Type.Optional(
    closed(
      {
        fileId: Type.Optional(described(Id, "The id of the file; missing once it was deleted because of a virus.")),
        fileName: described(text(255), "The name of the file."),
        scan: Type.Optional(
          Type.Enum(["waiting", "infected"], {
            description: "'waiting' until the virus scan, 'infected' for a refused file; missing for a usable one.",
          }),
        ),
      },
      { description: "The file that was sent; missing for a text." },
    ),
  ),
  createdAt: described(Moment, "The time, ISO 8601 in UTC."),
});

/**
 * The candidate's profile. `profileDetails.name` exists only after identity is verified, so no form has an unproved
 * name.
 */
export type Profile = Static<typeof ProfileSchema>;
/** The tokens of a session; the lifetime is in seconds. */
export type Tokens = Static<typeof TokensSchema>;
/** The answer of every call that sends a one-time code to a phone. */
export type OtpSent = Static<typeof OtpSent>;
/** One message of the support thread. */
export type ChatMessage = Static<typeof ChatMessageSchema>;

/** Shapes that the API document names. */
export const profileShapes = { Profile: ProfileSchema, Tokens: TokensSchema, OtpSent, ChatMessage: ChatMessageSchema };
