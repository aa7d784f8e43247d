import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import type { VerificationInfo } from "#engine/api/verifications.ts";
import { resolveText } from "#engine/documents/text.ts";
import type { TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import { allowed } from "./item.ts";
import { contract as verificationContract, listSubmissions } from "./verification.ts";
import type { Makings } from "./root.ts";

const submission = () =>
  Type.Object(
    {
      ...verificationContract().properties.submissions.items.properties,
      verificationName: Type.String({
        $comment: nameOf.verification,
        description: "The verification that it belongs to.",
      }),
      label: Type.String({ description: "The label of that verification." }),
      files: Type.Array(Type.String(), { description: "Addresses of its papers." }),
      last: Type.Boolean({ description: "It is the last one of its verification." }),
      addLabel: Type.String({ description: "What adding another one is called; empty where one is the most." }),
      allowed: allowed("item"),
    },
    { additionalProperties: false },
  );

/** Every submission of the open transaction with its papers: what the review shows. */
export const contract = () => Type.Array(submission());

/** The root `submissions` from the root `transaction` and, for each verification that has any, the answer of verifications.info. */
export function toSubmissions(
  { verificationList }: Pick<TransactionFacts, "verificationList">,
  answers: readonly VerificationInfo[],
  makings: Makings,
): SubmissionsRoot {
  return answers.flatMap((answer) => {
    const document = makings.find("verification", answer.name);
    const add = document?.acceptMultipleSubmissions ? document.texts?.["addAnother"] : undefined;
    const list = listSubmissions(answer, makings);
    return list.map((listed, index) => ({
      ...listed,
      verificationName: answer.name,
      label: makings.translate(answer.label),
      files: toFiles(listed.data),
      last: index === list.length - 1,
      addLabel: add === undefined ? "" : resolveText(add, { roots: {}, rules: {} }, makings.translate),
      allowed: verificationList[answer.name]?.allowed ?? {},
    }));
  });
}

const filePattern = /^\/utility\/api\/1\.0\/files\//;
/** The file values of form data, at any depth. */
function toFiles(value: unknown): string[] {
  if (typeof value === "string") return filePattern.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(toFiles);
}

/** The root `submissions`. */
export type SubmissionsRoot = Static<ReturnType<typeof contract>>;
