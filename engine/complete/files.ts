import type { DetectionReport } from "#engine/api/files.ts";
import { toAskedFor, type Asked, type Said } from "./said.ts";

/** The answer of files.detect: what is wrong with a paper may be overruled, unless the wallet says that it cannot be opened. */
export function completeDetection(said: Said<DetectionReport>, asked: Asked): DetectionReport {
  const faults = {
    blurry: { status: said.blurry?.status ?? false },
    smudgy: { status: said.smudgy?.status ?? false },
    cropped: { status: said.cropped?.status ?? false },
    dimension_issue: { status: said.dimension_issue?.status ?? false },
  };
  const isFaulty = Object.values(faults).some(({ status }) => status);
  return {
    ...(said as DetectionReport),
    ...faults,
    reason: said.reason ?? null,
    ocr: (said.ocr ?? null) as DetectionReport["ocr"],
    state: said.state ?? (isFaulty ? "WARNING" : "COMPLETED"),
    uploadId: said.uploadId ?? toAskedFor(asked, "uploadId"),
  };
}
