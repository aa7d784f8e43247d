import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import type { Submission, VerificationInfo } from "#engine/api/verifications.ts";
import { resolveText } from "#engine/documents/text.ts";
import type { TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import { allowed } from "./item.ts";
import { contract as verificationContract, listSubmissions } from "./verification.ts";
import { toLabel, type Makings } from "./root.ts";

const paper = () =>
  Type.Object(
    {
      at: Type.String({ description: "JSON Pointer to it in the form's data." }),
      label: Type.String({ description: "What its field is called; empty where the wallet does not say." }),
      fileUrl: Type.String({ description: "Where it is read." }),
      fileName: Type.Optional(Type.String({ description: "The name of the file." })),
      sizeBytes: Type.Optional(Type.Integer({ description: "How many bytes it has." })),
      type: Type.Optional(Type.String({ description: "Its content type." })),
    },
    { additionalProperties: false },
  );

const submission = () =>
  Type.Object(
    {
      ...verificationContract().properties.submissions.items.properties,
      verificationName: Type.String({
        $comment: nameOf.verification,
        description: "The name of the verification that it belongs to.",
      }),
      label: Type.String({ description: "What that verification is called." }),
      papers: Type.Array(paper(), { description: "Its papers, in the order of the form." }),
      skipped: Type.Boolean({ description: "Its verification is skipped: it is not sent." }),
      last: Type.Boolean({ description: "It is the last one of its verification." }),
      addLabel: Type.String({ description: "What adding another one is called; empty where one is the most." }),
      allowed: allowed("item"),
    },
    { additionalProperties: false },
  );

/** Every submission of the open transaction with its papers: what the review and the records show. */
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
    const item = verificationList[answer.name];
    return list.map((listed, index) => ({
      ...listed,
      verificationName: answer.name,
      label: toLabel(answer.label, answer.name, makings),
      papers: toPapers(answer.responseList[index], makings),
      skipped: item?.markedAsSkip ?? false,
      last: index === list.length - 1,
      addLabel: add === undefined ? "" : resolveText(add, { roots: {}, rules: {} }, makings.translate),
      allowed: item?.allowed ?? {},
    }));
  });
}

type ShownPaper = Static<ReturnType<typeof paper>>;

/** The papers as the wallet names them, else every file in the data. */
function toPapers(response: Submission | undefined, { translate }: Makings): ShownPaper[] {
  const { fileList, data = {} } = response ?? {};
  return fileList
    ? fileList.map((file) => ({ ...file, label: translate(file.label) }))
    : toFiles(data).map((fileUrl) => ({ at: "", label: "", fileUrl }));
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
