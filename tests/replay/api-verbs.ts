import type { DetectionReport, UploadedFile } from "#engine/api/files.ts";
import type { apiContracts, Fixture, sharedContracts, Verbs } from "./contracts.ts";
import { Reading } from "./reading.ts";
import { assertAnswer, sharedVerbs } from "./shared-verbs.ts";
import type { Answer } from "./wire.ts";

/** A reading without a page: it holds its tokens itself. */
export class ApiReading extends Reading {
  bearer: string | undefined;

  constructor(fixture: Fixture, baseUrl: string) {
    super(fixture, baseUrl, () => Promise.resolve(this.bearer));
    const call = this.wire.call.bind(this.wire);
    this.wire.call = async (...args) => {
      const answer = await call(...args);
      this.keepTokens(answer);
      return answer;
    };
  }

  /** An answer with tokens signs the reading in. */
  private keepTokens({ data }: Answer): void {
    const token =
      typeof data === "object" && data !== null ? (data as Record<string, unknown>)["accessToken"] : undefined;
    if (typeof token === "string") this.bearer = token;
  }
}

const judged = ["blurry", "smudgy", "cropped", "dimension_issue"] as const;

/** Verbs of the reading against the API. One more: its contract in contracts.ts, what it does here. */
export const apiVerbs: Verbs<typeof apiContracts & typeof sharedContracts, ApiReading> = {
  ...sharedVerbs,
  upload: async ({ upload, verificationName, fieldName, keep }, reading) => {
    const setting = { context: reading.context, bearer: reading.bearer };
    const report = await reading.wire.call(
      "files.detect",
      { verificationName, fieldName },
      { ...setting, paper: await reading.paper(upload) },
    );
    assertAnswer(report);
    const { uploadId, state, reason, ...found } = report.data as DetectionReport;
    const faults = judged.filter((name) => found[name].status);
    if (state !== "COMPLETED" || faults.length > 0)
      throw new Error(`the check found ${faults.join(", ") || state}: ${reason ?? ""}`);
    const stored = await reading.wire.call("files.upload", { uploadId }, setting);
    assertAnswer(stored);
    reading.variables[keep] = (stored.data as UploadedFile).fileUrl;
  },
  otp: async ({ otp, keep }, reading) => {
    reading.variables[keep] = await reading.code(otp);
  },
  pay: async ({ pay, order }, reading) => {
    await reading.wire.sandbox("POST", `pay/${encodeURIComponent(order)}`, { outcome: pay });
  },
};
