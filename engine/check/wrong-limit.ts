import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

/** A limit that another one contradicts: a reminder after the end, a promise or work that is over before it begins. */
export const wrongLimit: Check = (set) => [...inLimits(set), ...inRequests(set)];

function inLimits(set: DocumentSet): Issue[] {
  const { source, document } = findOnly(set, "limits") ?? {};
  if (!source || !document) return [];
  const { closesAfterDays, remindersAtDays, verifiedWithinWorkingDays, captchaWork } = document.limits;
  const late = remindersAtDays.flatMap((days, index) => {
    if (days < closesAfterDays) return [];
    const message = `After ${closesAfterDays} days the form is closed: nobody is reminded after ${days}`;
    return [issueAt(source, `/limits/remindersAtDays/${index}`, "wrong-limit", message)];
  });
  return [
    ...late,
    ...tellEmpty(source, "/limits/verifiedWithinWorkingDays", "days", verifiedWithinWorkingDays),
    ...tellEmpty(source, "/limits/captchaWork", "steps", captchaWork),
  ];
}

const inRequests = (set: DocumentSet): Issue[] =>
  set.ofKind("request").flatMap((source) => {
    const promised = (source.document as DocumentOf<"request">).evaluation?.expressWithinWorkingDays;
    return promised ? tellEmpty(source, "/evaluation/expressWithinWorkingDays", "days", promised) : [];
  });

function tellEmpty(
  source: SourceDocument,
  at: string,
  of: string,
  { least, most }: { readonly least: number; readonly most: number },
): Issue[] {
  if (least <= most) return [];
  return [issueAt(source, `${at}/least`, "wrong-limit", `At least ${least} and at most ${most} ${of} is nothing`)];
}
