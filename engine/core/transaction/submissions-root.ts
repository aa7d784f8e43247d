import { resolveText } from "#engine/core/definitions/text.ts";
import { toLabel, type RootInput } from "#engine/core/scope/root.ts";
import type { Submission, VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import type { SubmissionsRoot } from "#engine/core/scope/submissions.ts";
import type { TransactionFacts } from "./transaction-facts.ts";
import { listSubmissions } from "./verification-root.ts";

/**
 * Builds the root `submissions` from the root `transaction` and verifications.info of each verification with
 * submissions.
 */
export function toSubmissions(
  { verificationList }: Pick<TransactionFacts, "verificationList">,
  answers: readonly VerificationInfo[],
  input: RootInput,
): SubmissionsRoot {
  return answers.flatMap((answer) => {
    const definition = input.find("verification", answer.name);
    const add = definition?.acceptMultipleSubmissions ? definition.texts?.["addAnother"] : undefined;
    const list = listSubmissions(answer, input);
    const item = verificationList[answer.name];
    return list.map((listed, index) => ({
      ...listed,
      verificationName: answer.name,
      label: toLabel(answer.label, answer.name, input),
      documents: toDocuments(answer.responseList[index], input),
      skipped: item?.markedAsSkip ?? false,
      last: index === list.length - 1,
      addLabel: add === undefined ? "" : resolveText(add, { roots: {}, rules: {} }, input.translate),
      allowed: item?.allowed ?? {},
    }));
  });
}

/** The documents that the wallet lists, else every file in the data. */
function toDocuments(response: Submission | undefined, { translate }: RootInput): SubmissionsRoot[number]["documents"] {
  const { fileList, data = {} } = response ?? {};
  return fileList
    ? fileList.map((file) => ({ ...file, label: translate(file.label) }))
    : toFiles(data).map((fileUrl) => ({ at: "", label: "", fileUrl }));
}

const filePattern = /^\/utility\/api\/1\.0\/files\//;
/** Returns the file addresses in form data, at any depth. */
function toFiles(value: unknown): string[] {
  if (typeof value === "string") return filePattern.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(toFiles);
}
