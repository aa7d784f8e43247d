const dayMs = 86_400_000;
/** Offices work by Indian time, whatever the server's zone. */
const istOffsetMs = 5.5 * 3_600_000;

/** The moment `days` working days (Monday to Friday, India) later, at the same hour. */
export function addWorkingDays(from: Date, days: number): Date {
  let moment = from.getTime();
  for (let left = days; left > 0;) {
    moment += dayMs;
    const weekday = new Date(moment + istOffsetMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(moment);
}
