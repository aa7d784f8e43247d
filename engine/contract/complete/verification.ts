import { deriveItemState } from "#engine/core/transaction/state-machine.ts";
import type { RepairRequest, Submission, VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import { toArgument, firstMoment, type CallContext } from "./call-context.ts";

/** Completes verifications.info: the submissions and the verifier's requests. */
export function completeVerification(answer: PartialAnswer<VerificationInfo>, call: CallContext): VerificationInfo {
  const name = answer.name ?? toArgument(call, "type");
  const responseList = (answer.responseList ?? []).map((response, index) =>
    completeSubmission(response, { answer, call, id: `${name}-${index + 1}` }),
  );
  const subType = answer.subType ?? responseList.at(-1)?.subType ?? null;
  const request = answer.request ? completeRequest(answer.request, subType) : null;
  return {
    ...(answer as VerificationInfo),
    name,
    label: answer.label ?? "",
    category: { name: answer.category?.name ?? "" },
    state: answer.state ?? deriveItemState(responseList.map(({ state }) => state)),
    subType,
    request,
    responseList,
  };
}

function completeSubmission(
  response: PartialAnswer<Submission>,
  { answer, call, id }: { answer: PartialAnswer<VerificationInfo>; call: CallContext; id: string },
): Submission {
  return {
    ...(response as Submission),
    subType: response.subType ?? id,
    state: response.state ?? answer.state ?? "SUBMITTED",
    data: (response.data ?? {}) as Submission["data"],
    updatedAt: firstMoment(response.updatedAt, call.now),
  };
}

const completeRequest = (request: PartialAnswer<RepairRequest>, subType: string | null): RepairRequest => ({
  ...(request as RepairRequest),
  subType: request.subType ?? subType ?? "",
  reason: request.reason ?? "",
  fieldList: (request.fieldList ?? []).map(({ at, label }) => ({ at: at ?? "", label: label ?? "" })),
});
