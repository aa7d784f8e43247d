import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { OrgName } from "#engine/core/base/shapes.ts";
import { StaffSchema, type Staff } from "./shapes/staff.ts";

/** The signed-in member of staff, as seen in one organisation. */
export const contract = () => {
  const { may: _may, waiting: _waiting, ...person } = StaffSchema.properties;
  return Type.Object(
    {
      ...person,
      belongs: Type.Boolean({ description: "The person has a role in the organisation of the page." }),
      firstOrgId: Type.Optional(described(OrgName, "The first organisation of the person; missing without any.")),
      waiting: Type.Integer({
        minimum: 0,
        description: "The number of colleagues' requests that wait for this person.",
      }),
      may: Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean()), {
        description: "What the roles in this organisation allow: staff.may.cases.decide.",
      }),
    },
    { additionalProperties: false },
  );
};

/** Builds the root `staff` from staff.me for one organisation. */
export function toStaff({ may, waiting, ...person }: Staff, orgId: string): StaffRoot {
  const allowed: Record<string, Record<string, boolean>> = {};
  for (const operation of may[orgId] ?? []) {
    const [area = "", verb = ""] = operation.split(".");
    allowed[area] = { ...allowed[area], [verb]: true };
  }
  const organisations = person.roleList.map((one) => one.orgId);
  const [firstOrgId] = organisations;
  return {
    ...person,
    belongs: organisations.includes(orgId),
    ...(firstOrgId !== undefined && { firstOrgId }),
    waiting: waiting[orgId] ?? 0,
    may: allowed,
  };
}

/** The root `staff`. */
export type StaffRoot = Static<ReturnType<typeof contract>>;
