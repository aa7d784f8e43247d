import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { notFound, WalletError } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { validateForm, findForm, toBodyFields, toMessages } from "./form-validation.ts";
import { findFileErrors } from "./file-errors.ts";
import { toCurrentDefinitions } from "../transactions/pinned-definitions.ts";

/** Accepted values of an identity form; `rest` has neither number nor name. */
export interface IdentityInput {
  name: string;
  number: string;
  rest: Record<string, unknown>;
}

/**
 * Validates data with the form of an identity verification of the default organisation. Throws `invalid` (106) with
 * fields below /data, `notFound` when no such verification has a form.
 */
export async function validateIdentityForm(
  type: string,
  data: Record<string, unknown>,
  candidate: Candidate,
  profile: Profile,
  services: Services,
  messages: MessageTexts,
): Promise<IdentityInput> {
  const release = services.config.current();
  const organisation = services.config.organisation(release.defaultOrgId);
  if (!organisation) throw notFound("verification");
  const definitions = toCurrentDefinitions(release, organisation);
  const verification: VerificationDefinition | undefined = definitions.verification(type);
  const numberAt = verification?.identity?.maskedFrom?.slice(1);
  const form = findForm(definitions, verification);
  if (!form || numberAt === undefined) throw notFound("verification");
  const scope = {
    roots: {
      profile,
      organisation: { ...organisation.organisation, orgId: organisation.orgId },
      verification: { ...verification, name: type },
      env: { now: (await services.clock.now()).toISOString() },
    },
    rules: definitions.rules,
  };
  const { derived, errors } = validateForm(form, data, {
    scope,
    definitions,
    messages: toMessages(organisation, { messages }),
    before: {},
  });
  const fileErrors = await findFileErrors(services.db, candidate.id, form.model, derived.submitted);
  const fields = toBodyFields([...errors, ...fileErrors], "/data");
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const { [numberAt]: number, name, ...rest } = derived.submitted;
  return {
    number: String(number ?? "")
      .replace(/\s/g, "")
      .toUpperCase(),
    name: String(name ?? "").trim(),
    rest,
  };
}
