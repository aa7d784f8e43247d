import { resolveText } from "#engine/core/definitions/text.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import { toLabel, withoutHead, type RootInput } from "#engine/core/scope/root.ts";
import type { Submission, VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import type { ListedSubmission } from "#engine/core/scope/verification.ts";
import { toItemTimeline } from "./timeline.ts";
import type { TransactionFacts } from "./transaction-facts.ts";

/**
 * Builds the root `verification` from verifications.info, with the permissions of its transaction. Throws without a
 * definition of the verification; the check prevents such requests.
 */
export function toVerification(
  answer: VerificationInfo,
  formId: string,
  { find, translate }: RootInput,
  transaction?: Pick<TransactionFacts, "verificationList" | "state" | "expectedCompletionDate">,
) {
  const item = transaction?.verificationList[answer.name];
  const states = find("states", "states");
  const definition = find("verification", answer.name);
  if (!definition) throw new Error(`There is no verification ${answer.name}.`);
  const requested = find("request", formId)?.verifications.find(({ verification }) => verification === answer.name);
  const { responseList: responses, ...info } = answer;
  const responseList = responses.map(({ fileList: _fileList, ...response }) => response);
  const submissions = listSubmissions(answer, { find, translate });
  const repairing = submissions.find(({ subType }) => subType === answer.request?.subType);
  return {
    ...withoutHead(definition),
    ...info,
    label: toLabel(answer.label, answer.name, { find, translate }),
    ...(answer.category.name === "" && { category: { name: definition.category } }),
    ...(definition.texts && {
      texts: Object.fromEntries(
        Object.entries(definition.texts).map(([name, text]) => [
          name,
          resolveText(text, { roots: {}, rules: {} }, translate),
        ]),
      ),
    }),
    acceptMultipleSubmissions: definition.acceptMultipleSubmissions ?? false,
    skipAllowed: requested?.skipAllowed ?? false,
    marksheetRequired: requested?.marksheetRequired ?? false,
    accepts: (requested?.accepts ?? []).length > 0,
    responseList,
    submissions,
    ...(repairing && {
      repair: {
        title: repairing.title,
        others: submissions.flatMap(({ state, subType, title }) =>
          state === repairing.state && subType !== repairing.subType ? [title] : [],
        ),
      },
    }),
    bySubType: Object.fromEntries(responseList.map((submission) => [submission.subType, submission])),
    ...(item && { allowed: item.allowed }),
    ...(transaction &&
      states && {
        timelines: Object.fromEntries(
          responseList.map((response) => [
            response.subType,
            toItemTimeline({ ...response, markedAsSkip: item?.markedAsSkip }, transaction, states),
          ]),
        ),
      }),
  };
}

/** Returns the submissions of a verification with titles and the tags of their states. */
export function listSubmissions(
  { name, label, responseList }: VerificationInfo,
  { find, translate }: Pick<RootInput, "find" | "translate">,
): ListedSubmission[] {
  const numbered = find("verification", name)?.acceptMultipleSubmissions || responseList.length > 1;
  const states = find("states", "states")?.states ?? {};
  const baseTitle = toLabel(label, name, { find, translate });
  return responseList.map(({ fileList: _fileList, ...submission }: Submission, index) => {
    const display = findOwn(states, submission.state);
    const title = numbered ? `${baseTitle} ${index + 1}` : baseTitle;
    const tag = display ? resolveText(display.tag, { roots: {}, rules: {} }, translate) : submission.state;
    return { ...submission, title, tag, ...(display ? { tone: display.tone } : {}) };
  });
}
