import type { VerificationConfig } from "#engine/api/verifications.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { hiddenNames, toFieldName } from "#engine/form/client-flow.ts";
import type { FieldModel } from "#engine/form/form-model.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { notFound } from "#server/errors.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";
import { english } from "../transactions/labels.ts";
import { findForm } from "./form-check.ts";

/** The wire's configs of these verifications, made from their documents and forms. Throws 404 for a name that is not known. */
export function toVerificationConfigs(
  names: readonly string[],
  documents: TransactionDocuments,
  organisation: OrganisationRelease,
): VerificationConfig[] {
  return names.map((name) => {
    const verification = documents.verification(name);
    if (!verification) throw notFound("verification");
    return toConfig(verification, documents, organisation);
  });
}

function toConfig(
  verification: VerificationDocument,
  documents: TransactionDocuments,
  { organisation }: OrganisationRelease,
): VerificationConfig {
  const isHidden = hiddenNames({ roots: { verification }, rules: {} });
  const fields = (findForm(documents, verification)?.model.fields ?? []).filter((field) => !isHidden(field));
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

/** A value that is read from the profile cannot be typed; the path says from where. */
function findProfilePath(value: unknown): string | undefined {
  const path = typeof value === "object" && value !== null && "var" in value ? value.var : undefined;
  return typeof path === "string" && path.startsWith("profile.") ? path.slice("profile.".length) : undefined;
}
