import { deriveItemState } from "#engine/transaction/state-machine.ts";
import type { RepairRequest, Submission, VerificationInfo } from "#engine/api/verifications.ts";
import { toAskedFor, toMoment, type Asked, type Said } from "./said.ts";

/** The answer of verifications.info: what was given, and what is asked for again. */
export function completeVerification(said: Said<VerificationInfo>, asked: Asked): VerificationInfo {
  const name = said.name ?? toAskedFor(asked, "type");
  const responseList = (said.responseList ?? []).map((response, index) =>
    completeSubmission(response, { said, asked, id: `${name}-${index + 1}` }),
  );
  const subType = said.subType ?? responseList.at(-1)?.subType ?? null;
  const request = said.request ? completeRequest(said.request, subType) : null;
  return {
    ...(said as VerificationInfo),
    name,
    label: said.label ?? "",
    category: { name: said.category?.name ?? "" },
    state: said.state ?? deriveItemState(responseList.map(({ state }) => state)),
    subType,
    request,
    responseList,
  };
}

function completeSubmission(
  response: Said<Submission>,
  { said, asked, id }: { said: Said<VerificationInfo>; asked: Asked; id: string },
): Submission {
  return {
    ...(response as Submission),
    subType: response.subType ?? id,
    state: response.state ?? said.state ?? "SUBMITTED",
    data: (response.data ?? {}) as Submission["data"],
    updatedAt: toMoment(response.updatedAt, asked.now),
  };
}

const completeRequest = (request: Said<RepairRequest>, subType: string | null): RepairRequest => ({
  ...(request as RepairRequest),
  subType: request.subType ?? subType ?? "",
  reason: request.reason ?? "",
  fieldList: (request.fieldList ?? []).map(({ at, label }) => ({ at: at ?? "", label: label ?? "" })),
});
