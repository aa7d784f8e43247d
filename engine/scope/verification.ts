import Type, { type Static } from "typebox";
import type { Allowed } from "#engine/api/transaction-info.ts";
import { verificationShapes, type Submission, type VerificationInfo } from "#engine/api/verifications.ts";
import { verificationSchema } from "#engine/documents/verification.ts";
import { resolveText } from "#engine/documents/text.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import { allowed, tone } from "./item.ts";
import { withoutHead, type Makings } from "./root.ts";

const submissionContract = () =>
  Type.Object(
    {
      ...verificationShapes.Submission.properties,
      title: Type.String({ description: "Its name in a list: 'Degree 2'." }),
      tag: Type.String({ description: "Its state in words." }),
      tone: Type.Optional(tone()),
    },
    { additionalProperties: false },
  );

/** The verification that is open: its document, what the request says of it, and what was given for it. */
export const contract = () => {
  const { label: _label, category: _category, ...document } = withoutHead(verificationSchema.properties);
  return Type.Object(
    {
      ...document,
      ...verificationShapes.VerificationInfo.properties,
      acceptMultipleSubmissions: Type.Boolean({ description: "Several submissions may be given." }),
      skipAllowed: Type.Boolean({ description: "The request lets it be skipped." }),
      marksheetRequired: Type.Boolean({ description: "The request asks for marksheets." }),
      submissions: Type.Array(submissionContract(), { description: "What was given, as lists show it, oldest first." }),
      bySubType: Type.Record(Type.String(), verificationShapes.Submission, {
        description: "The submissions by their ids.",
      }),
      allowed: Type.Optional(allowed("item")),
    },
    { additionalProperties: false },
  );
};

/** A submission as lists show it. */
export type ListedSubmission = Static<ReturnType<typeof submissionContract>>;

/**
 * The root `verification` from the answer of verifications.info, with what its transaction says may be done. Throws for a verification without a document: no
 * request can ask for one.
 */
export function toVerification(
  answer: VerificationInfo,
  formId: string,
  { find, translate }: Makings,
  { allowed: may }: { readonly allowed?: Allowed } = {},
) {
  const document = find("verification", answer.name);
  if (!document) throw new Error(`There is no verification ${answer.name}.`);
  const asked = find("request", formId)?.verifications.find(({ verification }) => verification === answer.name);
  const { responseList, ...info } = answer;
  return {
    ...document,
    ...info,
    label: translate(answer.label),
    ...(document.texts && {
      texts: Object.fromEntries(
        Object.entries(document.texts).map(([name, text]) => [
          name,
          resolveText(text, { roots: {}, rules: {} }, translate),
        ]),
      ),
    }),
    acceptMultipleSubmissions: document.acceptMultipleSubmissions ?? false,
    skipAllowed: asked?.skipAllowed ?? false,
    marksheetRequired: asked?.marksheetRequired ?? false,
    responseList,
    submissions: listSubmissions(answer, { find, translate }),
    bySubType: Object.fromEntries(responseList.map((submission) => [submission.subType, submission])),
    ...(may && { allowed: may }),
  };
}

/** The submissions of a verification with their names and how their states read. */
export function listSubmissions(
  { name, label, responseList }: VerificationInfo,
  { find, translate }: Pick<Makings, "find" | "translate">,
): ListedSubmission[] {
  const numbered = find("verification", name)?.acceptMultipleSubmissions || responseList.length > 1;
  const states = find("states", "states")?.states ?? {};
  return responseList.map((submission: Submission, index) => {
    const look = findOwn(states, submission.state);
    const title = numbered ? `${translate(label)} ${index + 1}` : translate(label);
    const tag = look ? resolveText(look.tag, { roots: {}, rules: {} }, translate) : submission.state;
    return { ...submission, title, tag, ...(look ? { tone: look.tone } : {}) };
  });
}
