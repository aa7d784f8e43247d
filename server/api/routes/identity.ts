import { sql } from "drizzle-orm";
import { invalidField, WalletError } from "#server/errors.ts";
import { maskNumber, recordVerifiedIdentity } from "#server/accounts/identity/prove-identity.ts";
import { newId } from "#server/platform/ids.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import { findRequestMessages, readSender } from "../language.ts";
import type { Handlers } from "../operations.ts";
import { toPhoneMessage } from "#server/accounts/otp/messages.ts";
import { readProfile } from "#server/accounts/profile/profile.ts";
import { withDeadline } from "#server/ports/deadline.ts";
import { transact } from "#server/platform/store/database.ts";
import { isAadhaarNumber } from "#server/accounts/identity/aadhaar-number.ts";
import { validateIdentityForm } from "#server/wallet/submissions/identity-form.ts";
import type { Area } from "./area.ts";

const purpose = "aadhaar";

/** The facts that a correct code proves, sealed with it: a keyed hash and the last four digits, but no number. */
interface AadhaarClaim {
  name: string;
  maskedNumber: string;
  numberHash: string;
}

const handlers = {
  "aadhaar.send-otp": async ({ body }, { services, candidate, request }) => {
    const number = body.aadhaarNumber.replace(/[ -]/g, "");
    if (!isAadhaarNumber(number)) throw invalidField("/aadhaarNumber", "format", "enter-aadhaar");
    const record = await withDeadline(services.ports.ekyc.find(number, candidate));
    if ("refused" in record)
      throw new WalletError("invalid", {
        fields: [{ pointer: "/aadhaarNumber", keyword: "sandbox", ...record.refused }],
      });
    const numberHash = services.secrets.hmac("document-number", `aadhaar ${number}`);
    const mobile = parseMobile(record.mobile, "/aadhaarNumber");
    // The consent is stored in the language in which it was read.
    const { consent } = body;
    const consentText = consent && findRequestMessages(request, services, consent.locale).translate(consent.text);
    const { txnId } = await services.otp.send<AadhaarClaim>({
      purpose,
      subject: `aadhaar ${number}`,
      candidateId: candidate.id,
      channel: mobile.channel,
      to: mobile.e164,
      preparePayload: async (tx) => {
        if (consent)
          await tx.execute(sql`
            insert into consents (id, candidate_id, purpose, text, locale, given_at) values (${newId()}, ${candidate.id}, ${purpose}, ${consentText}, ${consent.locale}, app_now())`);
        return { name: record.name, maskedNumber: maskNumber(number), numberHash };
      },
      writeMessage: (code) =>
        toPhoneMessage(
          findRequestMessages(request, services, candidate.locale),
          { code, purpose: "code-aadhaar" },
          readSender(services),
        ),
    });
    return { otpTxnId: txnId, maskedTo: mobile.masked };
  },
  "aadhaar.verify": async ({ body }, { services, candidate }) => {
    await services.otp.verify<AadhaarClaim, void>(
      { txnId: body.otpTxnId, otp: body.otp, purpose, candidateId: candidate.id },
      (tx, claim) =>
        recordVerifiedIdentity(tx, candidate.id, { type: "aadhaar", subType: "aadhaar", ...claim }, services),
    );
    return readProfile(services.db, candidate.id);
  },
  "profile.verify-passport": async ({ body }, { services, candidate, messages }) => {
    const { type, subType = type, data } = body;
    const { name, number, rest } = await validateIdentityForm(
      type,
      data,
      candidate,
      await readProfile(services.db, candidate.id),
      services,
      messages,
    );
    await transact(services.db, (tx) =>
      recordVerifiedIdentity(
        tx,
        candidate.id,
        {
          type,
          subType,
          name,
          maskedNumber: maskNumber(number),
          numberHash: services.secrets.hmac("document-number", `${type} ${number}`),
          data: rest,
        },
        services,
      ),
    );
    return readProfile(services.db, candidate.id);
  },
} satisfies Handlers;

/** Identity by Aadhaar code or passport. Both set the verified name. */
export const identityArea = { handlers } satisfies Area;
