import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import type { RequestContext } from "#engine/contract/request.ts";

/** The call behind an answer: its arguments and its time (ISO 8601). */
export interface CallContext {
  readonly arguments: RequestContext & Readonly<Record<string, unknown>>;
  readonly now: string;
}

/** Returns the first known moment. A later moment is a safe upper bound for a missing one. */
export const firstMoment = (...moments: readonly (string | null | undefined)[]): string => moments.find(Boolean) ?? "";

/** Returns an argument of the call as text; empty without it. */
export const toArgument = (call: CallContext, name: string): string => String(call.arguments[name] ?? "");

/** Returns an organisation for lists, from either of its names. */
export const toOrg = (
  org: PartialAnswer<{ displayName: string; name: string; imageUrl: string }> | null | undefined,
): { displayName: string; imageUrl: string } => ({
  displayName: org?.displayName ?? org?.name ?? "",
  imageUrl: org?.imageUrl ?? "",
});
