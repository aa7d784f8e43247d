import type { VerificationConfig } from "#engine/core/scope/shapes/verifications.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { hiddenNames, toFieldName } from "#engine/core/form/client-flow.ts";
import type { FieldModel } from "#engine/core/form/form-model.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { notFound } from "#server/errors.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";
import { english } from "../transactions/english-text.ts";
import { findForm } from "./form-validation.ts";

/** The wire configs of these verifications, made from their definitions and forms. Throws 404 for an unknown name. */
export function toVerificationConfigs(
  names: readonly string[],
  definitions: TransactionDefinitions,
  organisation: OrganisationRelease,
): VerificationConfig[] {
  return names.map((name) => {
    const verification = definitions.verification(name);
    if (!verification) throw notFound("verification");
    return toConfig(verification, definitions, organisation);
  });
}

function toConfig(
  verification: VerificationDefinition,
  definitions: TransactionDefinitions,
  { organisation }: OrganisationRelease,
): VerificationConfig {
  const isHidden = hiddenNames({ roots: { verification }, rules: {} });
  const fields = (findForm(definitions, verification)?.model.fields ?? []).filter((field) => !isHidden(field));
  const label = english(verification.label, organisation);
  return {
    name: verification.id,
    metadata: {
      label,
      iconUrl: verification.icon,
      ...(organisation.evaluationBody !== undefined && { orgSpecificName: organisation.evaluationBody }),
    },
    additionalInfo: {
      name: label,
      authOptions: [
        {
          page: { config: [{ inputs: fields.slice(0, 100).map(toInput) }] },
          ...(verification.showSpecificForm && {
            showSpecificForm: verification.showSpecificForm.map((form) => ({
              name: form.name,
              label: english(form.label, organisation),
            })),
          }),
          ...(verification.candidateIdSchemaByInstitute && {
            candidateIdSchemaByInstitute: verification.candidateIdSchemaByInstitute as Record<
              string,
              { fieldName: string; format: string }
            >,
          }),
        },
      ],
      acceptMultipleSubmissions: verification.acceptMultipleSubmissions ?? false,
    },
    category: { name: verification.category },
  };
}

function toInput(
  field: FieldModel,
): VerificationConfig["additionalInfo"]["authOptions"][number]["page"]["config"][number]["inputs"][number] {
  const profile = findProfilePath(field.field.value);
  return {
    fieldName: toFieldName(field),
    visibility: field.field.widget !== "hidden",
    ...(profile !== undefined && { readOnly: { profile } }),
  };
}

/** The profile path of a value that comes from the profile and is read-only; undefined otherwise. */
function findProfilePath(value: unknown): string | undefined {
  const path = typeof value === "object" && value !== null && "var" in value ? value.var : undefined;
  return typeof path === "string" && path.startsWith("profile.") ? path.slice("profile.".length) : undefined;
}
