import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
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
