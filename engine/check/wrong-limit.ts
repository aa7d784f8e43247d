import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A limit that another one contradicts: a reminder after the end, a promise or work that is over before it begins. */
export const wrongLimit: Check = (set) => {
  const { source, document } = findOnly(set, "limits") ?? {};
  if (!source || !document) return [];
  const { closesAfterDays, remindersAtDays, verifiedWithinWorkingDays, captchaWork } = document.limits;
  const late = remindersAtDays.flatMap((days, index) => {
    if (days < closesAfterDays) return [];
    const message = `After ${closesAfterDays} days the form is closed: nobody is reminded after ${days}`;
    return [issueAt(source, `/limits/remindersAtDays/${index}`, "wrong-limit", message)];
  });
  const ranges = [
    { at: "verifiedWithinWorkingDays", of: "days", ...verifiedWithinWorkingDays },
    { at: "captchaWork", of: "steps", ...captchaWork },
  ];
  const empty = ranges.flatMap(({ at, of, least, most }) => {
    if (least <= most) return [];
    const message = `At least ${least} and at most ${most} ${of} is nothing`;
    return [issueAt(source, `/limits/${at}/least`, "wrong-limit", message)];
  });
  return [...late, ...empty];
};
