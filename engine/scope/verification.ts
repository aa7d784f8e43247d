import Type, { type Static } from "typebox";
import { verificationShapes, type Submission, type VerificationInfo } from "#engine/api/verifications.ts";
import { verificationSchema } from "#engine/documents/verification.ts";
import { resolveText } from "#engine/documents/text.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import { toItemTimeline } from "#engine/transaction/timeline.ts";
import type { TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import { allowed, timeline, tone } from "./item.ts";
import { toLabel, withoutHead, type Makings } from "./root.ts";

// Papers are for those who look at them: the root `submissions` has them.
const { fileList: _fileList, ...submission } = verificationShapes.Submission.properties;
const bare = () => Type.Object(submission, { additionalProperties: false });

const submissionContract = () =>
  Type.Object(
    {
      ...submission,
      title: Type.String({ description: "Its name in a list: 'Degree 2'." }),
      tag: Type.String({ description: "Its state in words." }),
      tone: Type.Optional(tone()),
    },
    { additionalProperties: false },
  );

const repairContract = () =>
  Type.Object(
    {
      title: Type.String({ description: "The name of the submission in a list: 'Degree 2'." }),
      others: Type.Array(Type.String(), { description: "Names of the other submissions that lack something." }),
    },
    { additionalProperties: false, description: "The submission that `request` is about; missing where nothing is." },
  );

/** The verification that is open: its document, what the request says of it, and what was given for it. */
export const contract = () => {
  const { label: _label, category: _category, ...document } = withoutHead(verificationSchema.properties);
  return Type.Object(
    {
      ...document,
      ...verificationShapes.VerificationInfo.properties,
      responseList: Type.Array(bare(), { description: "The submissions alone, oldest first." }),
      acceptMultipleSubmissions: Type.Boolean({ description: "Several submissions may be given." }),
      skipAllowed: Type.Boolean({ description: "The request lets it be skipped." }),
      marksheetRequired: Type.Boolean({ description: "The request asks for marksheets." }),
      accepts: Type.Boolean({ description: "The request lets a credential do in its place." }),
      submissions: Type.Array(submissionContract(), { description: "What was given, as lists show it, oldest first." }),
      repair: Type.Optional(repairContract()),
      bySubType: Type.Record(Type.String(), bare(), {
        description: "The submissions by their ids.",
      }),
      timelines: Type.Optional(
        Type.Record(Type.String(), timeline("What happened to it and what comes."), {
          description: "The timelines of the submissions by their ids.",
        }),
      ),
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
  transaction?: Pick<TransactionFacts, "verificationList" | "state" | "expectedCompletionDate">,
) {
  const item = transaction?.verificationList[answer.name];
  const looks = find("states", "states");
  const document = find("verification", answer.name);
  if (!document) throw new Error(`There is no verification ${answer.name}.`);
  const asked = find("request", formId)?.verifications.find(({ verification }) => verification === answer.name);
  const { responseList: responses, ...info } = answer;
  const responseList = responses.map(({ fileList: _fileList, ...response }) => response);
  const submissions = listSubmissions(answer, { find, translate });
  const repaired = submissions.find(({ subType }) => subType === answer.request?.subType);
  return {
    ...document,
    ...info,
    label: toLabel(answer.label, answer.name, { find, translate }),
    ...(answer.category.name === "" && { category: { name: document.category } }),
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
    accepts: (asked?.accepts ?? []).length > 0,
    responseList,
    submissions,
    ...(repaired && {
      repair: {
        title: repaired.title,
        others: submissions.flatMap(({ state, subType, title }) =>
          state === repaired.state && subType !== repaired.subType ? [title] : [],
        ),
      },
    }),
    bySubType: Object.fromEntries(responseList.map((submission) => [submission.subType, submission])),
    ...(item && { allowed: item.allowed }),
    ...(transaction &&
      looks && {
        timelines: Object.fromEntries(
          responseList.map((response) => [
            response.subType,
            toItemTimeline({ ...response, markedAsSkip: item?.markedAsSkip }, transaction, looks),
          ]),
        ),
      }),
  };
}

/** The submissions of a verification with their names and how their states read. */
export function listSubmissions(
  { name, label, responseList }: VerificationInfo,
  { find, translate }: Pick<Makings, "find" | "translate">,
): ListedSubmission[] {
  const numbered = find("verification", name)?.acceptMultipleSubmissions || responseList.length > 1;
  const states = find("states", "states")?.states ?? {};
  const called = toLabel(label, name, { find, translate });
  return responseList.map(({ fileList: _fileList, ...submission }: Submission, index) => {
    const look = findOwn(states, submission.state);
    const title = numbered ? `${called} ${index + 1}` : called;
    const tag = look ? resolveText(look.tag, { roots: {}, rules: {} }, translate) : submission.state;
    return { ...submission, title, tag, ...(look ? { tone: look.tone } : {}) };
  });
}
