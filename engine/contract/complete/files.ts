import type { DetectionReport } from "#engine/contract/files.ts";
import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import { toArgument, type CallContext } from "./call-context.ts";

/** Completes the answer of files.detect. The candidate may overrule a finding, unless the file cannot be opened. */
export function completeDetection(answer: PartialAnswer<DetectionReport>, call: CallContext): DetectionReport {
  const faults = {
    blurry: { status: answer.blurry?.status ?? false },
    smudgy: { status: answer.smudgy?.status ?? false },
    cropped: { status: answer.cropped?.status ?? false },
    dimension_issue: { status: answer.dimension_issue?.status ?? false },
  };
  const isFaulty = Object.values(faults).some(({ status }) => status);
  return {
    ...(answer as DetectionReport),
    ...faults,
    reason: answer.reason ?? null,
    ocr: (answer.ocr ?? null) as DetectionReport["ocr"],
    state: answer.state ?? (isFaulty ? "WARNING" : "COMPLETED"),
    uploadId: answer.uploadId ?? toArgument(call, "uploadId"),
  };
}
