import type { Fault, ReferenceCheck } from "./fault.ts";
import { listActions, listBefore } from "./fault.ts";

/** A moment with an offset, so that it is the same on every machine. */
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The clock only runs forward, and each moment is valid. */
export const findClockFaults: ReferenceCheck = (fixture) => {
  const faults: Fault[] = [];
  let reached: number | undefined;
  const set = (text: string, pointer: string) => {
    const moment = isoMoment.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(moment)) faults.push({ pointer, message: `'${text}' is no moment, as 2027-02-01T10:00:00Z` });
    else if (reached !== undefined && moment < reached)
      faults.push({ pointer, message: `the clock runs backwards: it had come to ${new Date(reached).toISOString()}` });
    else reached = moment;
  };
  if (fixture.clock !== undefined) set(fixture.clock, "/clock");
  const before = listBefore(fixture).map((action) => ({ action, pointer: "/startsFrom" }));
  for (const { action, pointer } of [...before, ...listActions(fixture)]) {
    const { now, advanceSeconds } = (action["clock"] ?? {}) as { now?: string; advanceSeconds?: number };
    if (now !== undefined) set(now, `${pointer}/clock/now`);
    const seconds = advanceSeconds ?? (typeof action["wait"] === "number" ? action["wait"] : 0);
    if (reached !== undefined) reached += seconds * 1000;
  }
  return faults;
};
