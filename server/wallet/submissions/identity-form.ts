import type { VerificationDocument } from "#engine/documents/verification.ts";
import type { Profile } from "#engine/api/profile.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { notFound, WalletError } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Services } from "#server/services.ts";
import { checkForm, findForm, toFields, toMessages } from "./form-check.ts";
import { findFileErrors } from "./own-files.ts";
import { currentDocuments } from "../transactions/documents.ts";

/** What an identity form holds once it is accepted; `rest` carries neither the number nor the name. */
export interface IdentityAnswers {
  name: string;
  number: string;
  rest: Record<string, unknown>;
}

/**
 * Judges what was typed against the form of an identity verification, as the default organisation has it.
 * Throws `invalid` (106) with fields below /data, `notFound` when no such verification takes a form.
 */
export async function checkIdentityForm(
  type: string,
  data: Record<string, unknown>,
  candidate: Candidate,
  profile: Profile,
  services: Services,
  words: Words,
): Promise<IdentityAnswers> {
  const release = services.config.current();
  const organisation = services.config.organisation(release.defaultOrgId);
  if (!organisation) throw notFound("verification");
  const documents = currentDocuments(release, organisation);
  const verification: VerificationDocument | undefined = documents.verification(type);
  const numberAt = verification?.identity?.maskedFrom?.slice(1);
  const form = findForm(documents, verification);
  if (!form || numberAt === undefined) throw notFound("verification");
  const scope = {
    roots: {
      profile,
      organisation: { ...organisation.organisation, orgId: organisation.orgId },
      verification: { ...verification, name: type },
      env: { now: (await services.clock.now()).toISOString() },
    },
    rules: documents.rules,
  };
  const { derived, errors } = checkForm(form, data, {
    scope,
    documents,
    messages: toMessages(organisation, words),
    before: {},
  });
  const fileErrors = await findFileErrors(services.db, candidate.id, form.model, derived.submitted);
  const fields = toFields([...errors, ...fileErrors], "/data");
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
