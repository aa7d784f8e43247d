import { sql } from "drizzle-orm";
import { refuseField, WalletError } from "#server/errors.ts";
import { maskNumber, proveIdentity } from "#server/accounts/identity/prove-identity.ts";
import { newId } from "#server/platform/ids.ts";
import { readMobile } from "#server/accounts/profile/mobile.ts";
import { toWords } from "../language.ts";
import type { Handlers } from "../operations.ts";
import { toPhoneMessage } from "#server/accounts/otp/messages.ts";
import { readProfile } from "#server/accounts/profile/profile.ts";
import { inTime } from "#server/ports/in-time.ts";
import { transact } from "#server/platform/store/database.ts";
import { isAadhaarNumber } from "#server/accounts/identity/verhoeff.ts";
import { checkIdentityForm } from "#server/wallet/submissions/identity-form.ts";
import type { Area } from "./area.ts";

const purpose = "aadhaar";

/** What a right code proves; sealed with it. No number: its keyed hash and the last four digits. */
interface AadhaarClaim {
  name: string;
  maskedNumber: string;
  numberHash: string;
}

const handlers = {
  "aadhaar.send-otp": async ({ body }, { services, candidate, request }) => {
    const number = body.aadhaarNumber.replace(/[ -]/g, "");
    if (!isAadhaarNumber(number)) throw refuseField("/aadhaarNumber", "format", "enter-aadhaar");
    const record = await inTime(services.ports.ekyc.find(number, candidate));
    if ("refused" in record)
      throw new WalletError("invalid", {
        fields: [{ pointer: "/aadhaarNumber", keyword: "sandbox", ...record.refused }],
      });
    const numberHash = services.secrets.hmac("IDENTITY_SECRET", `aadhaar ${number}`);
    const mobile = readMobile(record.mobile, "/aadhaarNumber");
    // A form says what is agreed to in the language of the documents; kept is what was read.
    const { consent } = body;
    const read = consent && toWords(request, services, consent.locale).translate(consent.text);
    const { txnId } = await services.otp.send<AadhaarClaim>({
      purpose,
      subject: `aadhaar ${number}`,
      candidateId: candidate.id,
      channel: mobile.channel,
      to: mobile.e164,
      prepare: async (tx) => {
        if (consent)
          await tx.execute(sql`
            insert into consents (id, candidate_id, purpose, text, locale, given_at) values (${newId()}, ${candidate.id}, ${purpose}, ${read}, ${consent.locale}, app_now())`);
        return { name: record.name, maskedNumber: maskNumber(number), numberHash };
      },
      write: (code) => toPhoneMessage(toWords(request, services, candidate.locale), code, services.settings.publicUrl),
    });
    return { otpTxnId: txnId, maskedTo: mobile.masked };
  },
  "aadhaar.verify": async ({ body }, { services, candidate }) => {
    await services.otp.verify<AadhaarClaim, void>(
      { txnId: body.otpTxnId, otp: body.otp, purpose, candidateId: candidate.id },
      (tx, claim) => proveIdentity(tx, candidate.id, { type: "aadhaar", subType: "aadhaar", ...claim }, services),
    );
    return readProfile(services.db, candidate.id);
  },
  "profile.verify-passport": async ({ body }, { services, candidate, words }) => {
    const { type, subType = type, data } = body;
    const { name, number, rest } = await checkIdentityForm(
      type,
      data,
      candidate,
      await readProfile(services.db, candidate.id),
      services,
      words,
    );
    await transact(services.db, (tx) =>
      proveIdentity(
        tx,
        candidate.id,
        {
          type,
          subType,
          name,
          maskedNumber: maskNumber(number),
          numberHash: services.secrets.hmac("IDENTITY_SECRET", `${type} ${number}`),
          data: rest,
        },
        services,
      ),
    );
    return readProfile(services.db, candidate.id);
  },
} satisfies Handlers;

/** Identity by Aadhaar code or by passport; either sets the proved name. */
export const identityArea = { handlers } satisfies Area;
