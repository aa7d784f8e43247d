import Type, { type Static } from "typebox";
import { entityComment } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { organisationSchema } from "#engine/core/definitions/organisation.ts";
import { withoutHead } from "./root.ts";

/** The organisation whose variant the page shows, without its overrides. */
export const contract = () => {
  const { overrides: _overrides, flags: _flags, ...properties } = withoutHead(organisationSchema.properties);
  return Type.Object(
    {
      ...properties,
      orgId: Type.String({ $comment: entityComment.organisation, description: "The id on the wire." }),
      flags: Type.Record(Type.String(), Type.Boolean(), { description: "Switches of its variant, each yes or no." }),
    },
    { additionalProperties: false },
  );
};

/** Builds the root `organisation`. */
export function toOrganisation({
  overrides: _overrides,
  ...organisation
}: DefinitionOf<"organisation">): OrganisationRoot {
  return { ...organisation, orgId: organisation.id, flags: organisation.flags ?? {} };
}

/** The root `organisation`; the value also has the head of its definition. */
export type OrganisationRoot = Static<ReturnType<typeof contract>>;
