import type { State } from "#engine/api/states.ts";
import type { Standing } from "#engine/api/transactions.ts";
import type { Limits } from "#engine/documents/catalogues.ts";
import type { FormField } from "#engine/documents/form.ts";
import { toMajor } from "#engine/payment/minor-units.ts";
import { toDiscountRules } from "#engine/payment/discount-rules.ts";
import { priceCart } from "#engine/payment/price-cart.ts";
import { isPastExpiry } from "#engine/transaction/expiry.ts";
import { isProceeded } from "#engine/transaction/state-machine.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { findForm } from "../submissions/form-check.ts";
import { findExpress, toCartItems } from "./cart.ts";
import { toPrices } from "./documents.ts";
import { english } from "./labels.ts";
import type { LoadedTransaction, SubmissionRow } from "./rows.ts";

const dayMs = 86_400_000;

/** A transaction of a list: its row, its verifications, the documents it began with. */
export type Listed = Pick<LoadedTransaction, "row" | "items" | "payments" | "documents" | "now">;

interface Around {
  organisation: OrganisationRelease | undefined;
  /** The states from which an idle transaction is closed, and how many days that takes. */
  closing: { states: readonly State[]; limits: Limits | undefined };
  words: Words;
}

/** How far a listed transaction is, what it waits for, and until when. */
export function toStanding(listed: Listed, { organisation, closing, words }: Around): Standing {
  const { row, items, payments, documents, now } = listed;
  const { expiry } = documents.request(row.formId);
  const express = findExpress(listed);
  const toPay = organisation && findToPay(listed, organisation);
  return {
    total: items.length,
    proceeded: items.filter(isProceeded).length,
    expired: row.state === "NOT_INITIALIZED" && isPastExpiry(expiry, now.toISOString()),
    asked: listAsked(listed, words),
    failed: listFailed(listed, words),
    ...(row.expectedMin &&
      row.expectedMax && {
        expectedCompletionDate: { minDate: row.expectedMin.toISOString(), maxDate: row.expectedMax.toISOString() },
      }),
    // What is with the bank is nobody's delay: until it has said how that ended, nothing closes.
    ...(closing.limits &&
      !payments.open &&
      closing.states.includes(row.state) && {
        closesAt: new Date(row.activeAt.getTime() + closing.limits.closesAfterDays * dayMs).toISOString(),
      }),
    ...(toPay && { toPay }),
    ...(payments.open && { openPayment: payments.open }),
    ...(express && { express }),
  };
}

/** What the verifier asks for again, submission by submission. */
function listAsked(listed: Listed, words: Words): Standing["asked"] {
  return listSubmissions(listed).flatMap(({ name, label, submission }) => {
    const { state, insufficiency } = submission;
    if (state !== "INSUFFICIENT_DATA" || !insufficiency) return [];
    const { reason, requestedAt } = insufficiency;
    const fields = findFields(listed, name, insufficiency.fields);
    return {
      name,
      label,
      reason: words.reason(reason).slice(0, 2000),
      requestedAt,
      fields: fields.flatMap(({ label: said }) => (said === undefined ? [] : english(said).slice(0, 200))),
      papers: fields.length > 0 && fields.every(({ accept }) => accept !== undefined),
    };
  });
}

/** What could not be verified, and why in the verifier's words. */
function listFailed(listed: Listed, words: Words): Standing["failed"] {
  return listSubmissions(listed).flatMap(({ label, submission: { state, reason } }) =>
    state === "FAILED" ? { label, reason: reason === null ? "" : words.reason(reason).slice(0, 2000) } : [],
  );
}

function listSubmissions({ items, documents }: Listed): { name: string; label: string; submission: SubmissionRow }[] {
  return items
    .filter((item) => !item.markedAsSkip)
    .flatMap(({ name, submissions }) => {
      const label = english(documents.verification(name)?.label ?? name);
      return submissions.map((submission) => ({ name, label, submission }));
    })
    .slice(0, 50);
}

/** The fields of a verification's form at these places. */
function findFields({ documents }: Listed, name: string, pointers: readonly string[]): FormField[] {
  const model = findForm(documents, documents.verification(name))?.model;
  return pointers.flatMap((pointer) => model?.byPointer.get(pointer)?.field ?? []);
}

/** What is to be paid before it is sent, in each region of the organisation. */
function findToPay(listed: Listed, organisation: OrganisationRelease): Standing["toPay"] {
  const request = listed.documents.request(listed.row.formId);
  if (listed.row.state !== "READY_TO_SUBMIT" || request.payment === "none") return undefined;
  const prices = toPrices(listed.documents, organisation);
  const taken = organisation.organisation.regions ?? Object.keys(prices.regions);
  const items = toCartItems(listed);
  const discount = toDiscountRules(request);
  const amounts = taken.flatMap((region) => {
    const cart = priceCart({ items, region, express: false, prices, ...(discount && { discount }) });
    return cart ? [[region, toMajor(cart.toPayMinor)] as const] : [];
  });
  return Object.fromEntries(amounts);
}
