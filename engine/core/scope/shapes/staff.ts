import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { externalUrl } from "#engine/core/base/value-type.ts";
import { Id, Moment, Name, OrgName, closed, filled, text } from "#engine/core/base/shapes.ts";

/** The name of a member of staff. */
export const DisplayName = described(filled(120), "The name that colleagues see.");
/** The email address of a member of staff. */
export const StaffEmail = Type.String({
  pattern: "^[^@ ]{1,64}@[^@ ]{1,190}$",
  maxLength: 254,
  description: "The email address, which names the person.",
});
/** The name of a role. */
export const RoleName = described(Name, "The role, by its name in catalogues/roles.");

/** How staff of an organisation may sign in beside their passkeys. */
export const SignInWaysSchema = closed({
  provider: Type.Optional(
    closed(
      {
        name: described(text(60), "The name of the account: 'Harbour Staffing account'."),
        address: Type.String({ maxLength: 2000, description: "Where the sign-in begins.", $comment: externalUrl }),
      },
      { description: "The organisation's own provider; missing without one." },
    ),
  ),
});

/** The signed-in member of staff, and what they may call by organisation. */
export const StaffSchema = closed({
  id: described(Id, "The id of the person."),
  email: StaffEmail,
  displayName: DisplayName,
  roleList: Type.Array(closed({ orgId: OrgName, role: RoleName }), {
    maxItems: 500,
    description: "The roles, by organisation.",
  }),
  may: Type.Record(Type.String(), Type.Array(text(64)), { description: "The allowed operations, by organisation." }),
  waiting: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: "The number of requests of colleagues that wait for this person, by organisation.",
  }),
  provedUntil: described(Moment, "The time until which the last passkey counts, ISO 8601 in UTC."),
  expiresAt: described(Moment, "The end of the session, ISO 8601 in UTC."),
});
/** The signed-in member of staff. */
export type Staff = Static<typeof StaffSchema>;

/** Members of an organisation. */
export const MemberListSchema = closed({
  list: Type.Array(
    closed({
      id: described(Id, "The id of the person."),
      email: StaffEmail,
      displayName: DisplayName,
      roles: Type.Array(RoleName, { maxItems: 20, description: "The roles in this organisation." }),
      state: Type.Enum(["active", "invited"], { description: "'invited' until the person has a passkey." }),
    }),
    { maxItems: 1000, description: "By name." },
  ),
});
