import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { organisationSchema } from "#engine/documents/organisation.ts";
import { withoutHead } from "./root.ts";

/** The organisation whose variant is shown, without its overrides. */
export const contract = () => {
  const { overrides: _overrides, flags: _flags, ...properties } = withoutHead(organisationSchema.properties);
  return Type.Object(
    {
      ...properties,
      orgId: Type.String({ $comment: nameOf.organisation, description: "Its id, as the wire says it." }),
      flags: Type.Record(Type.String(), Type.Boolean(), { description: "Switches of its variant, each yes or no." }),
    },
    { additionalProperties: false },
  );
};

/** The root `organisation`. */
export function toOrganisation({
  overrides: _overrides,
  ...organisation
}: DocumentOf<"organisation">): OrganisationRoot {
  return { ...organisation, orgId: organisation.id, flags: organisation.flags ?? {} };
}

/** What documents read of an organisation; the head of its document comes along unread. */
export type OrganisationRoot = Static<ReturnType<typeof contract>>;
