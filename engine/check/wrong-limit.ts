import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A limit that another one contradicts: a reminder after the end, a promise that is over before it begins. */
export const wrongLimit: Check = (set) => {
  const { source, document } = findOnly(set, "limits") ?? {};
  if (!source || !document) return [];
  const { closesAfterDays, remindersAtDays, verifiedWithinWorkingDays } = document.limits;
  const late = remindersAtDays.flatMap((days, index) => {
    if (days < closesAfterDays) return [];
    const message = `After ${closesAfterDays} days the form is closed: nobody is reminded after ${days}`;
    return [issueAt(source, `/limits/remindersAtDays/${index}`, "wrong-limit", message)];
  });
  const { least, most } = verifiedWithinWorkingDays;
  if (least <= most) return late;
  const message = `At least ${least} and at most ${most} days is nothing`;
  return [...late, issueAt(source, "/limits/verifiedWithinWorkingDays/least", "wrong-limit", message)];
};
