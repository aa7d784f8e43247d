const dayMs = 86_400_000;
/** Working days follow Indian time, not the time zone of the server. */
const istOffsetMs = 5.5 * 3_600_000;

/** The same time of day, `days` working days (Monday to Friday, India) later. */
export function addWorkingDays(from: Date, days: number): Date {
  let moment = from.getTime();
  for (let remaining = days; remaining > 0;) {
    moment += dayMs;
    const weekday = new Date(moment + istOffsetMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6) remaining -= 1;
  }
  return new Date(moment);
}
