import Type, { type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { missingInputs } from "#engine/core/definitions/states.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { allowed, closed, count, flag, itemContract, names, timeline, tone } from "./item.ts";
import { TxnInfoSchema } from "./shapes/transaction-info.ts";

const items = (description: string): TSchema => Type.Array(itemContract(), { description });

/** The open transaction with everything that the engine computes. */
export const contract = () =>
  closed({
    ...TxnInfoSchema.properties,
    verificationList: Type.Record(Type.String(), itemContract(), { description: "The verifications, by name." }),
    steps: described(
      closed({
        done: count("Before submission the saved or skipped steps, after it the verified ones."),
        total: count("Before submission all steps, after it the submitted ones."),
      }),
      "The steps as tiles: each verification, identity as one and, before submission, the reference number.",
    ),
    groups: Type.Array(
      closed({
        id: Type.String({ description: "The name of the category, or 'insufficient'." }),
        heading: Type.Unsafe<Text>({ description: "The heading, from the catalogue." }),
        note: Type.Optional(Type.Unsafe<Text>({ description: "A sentence below the heading, from the catalogue." })),
        tone: Type.Optional(tone()),
        items: items("The verifications under the heading."),
      }),
      { description: "Verifications under their headings; those that need action first." },
    ),
    minimumSet: described(
      closed({
        met: flag("Enough verifications of the set are filled in."),
        atLeast: count("The number needed."),
        list: items("The verifications of the set."),
        names: names("Names of the verifications of the set."),
      }),
      "The minimum set of the request; met if it has none.",
    ),
    blocking: items("The remaining verifications that must be filled in."),
    skippable: items("The remaining verifications that may be skipped."),
    skippableNames: names("Names of the verifications that may be skipped."),
    skipRefused: items("Skippable verifications that cannot be skipped now; `allowed` has the reason."),
    remainingNames: names("Names of the remaining verifications, the required ones first."),
    otherBlocking: items("Remaining required verifications outside an unmet minimum set."),
    otherSkippable: items("Remaining skippable verifications outside an unmet minimum set."),
    missingBasicDetails: described(
      TxnInfoSchema.properties.requiredVerificationFieldList,
      "The requested basic details without proof.",
    ),
    timeline: timeline("The timeline of the transaction, with its evaluation."),
    expressPeriod: Type.String({ description: "The duration of express, in words; empty if it is not offered." }),
    missingInput: Type.Enum(missingInputs, {
      description:
        "The input it waits for, or waited for until it was closed: documents, a payment, submission, or none.",
    }),
    coveredByCredentials: flag("Credentials replaced every verification that is not skipped, so nothing is paid."),
    expired: flag("The form is past its expiry, and the transaction has not started."),
    notInitialized: flag("The transaction has not begun."),
    allowed: allowed("transaction"),
  });
