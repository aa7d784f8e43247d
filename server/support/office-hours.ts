import { DateTime } from "luxon";
import { weekdays, type SupportDefinition } from "#engine/core/definitions/support.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";

/** A holiday and a free week may follow one another; no one closes for longer. */
const searchedDays = 60;

type Hours = SupportDefinition["hours"];

/** The next moment at which support is open: `now` while it is open. Undefined if it stays closed for two months. */
export function findOpening({ timeZone, days, holidays }: Hours, now: Date): Date | undefined {
  const here = DateTime.fromJSDate(now, { zone: timeZone });
  for (let ahead = 0; ahead < searchedDays; ahead += 1) {
    const day = here.startOf("day").plus({ days: ahead });
    const open = days[weekdays[day.weekday - 1]!];
    if (!open || holidays.includes(day.toISODate() ?? "")) continue;
    const [from, to] = [toMoment(day, open.from), toMoment(day, open.to)];
    if (here < from) return from.toJSDate();
    if (here < to) return now;
  }
  return undefined;
}

const toMoment = (day: DateTime, clock: string): DateTime => {
  const [hour, minute] = clock.split(":").map(Number);
  return day.set({ hour: hour ?? 0, minute: minute ?? 0 });
};

/** When the candidate gets an answer, as a sentence in their language; undefined without hours. */
export function toExpectation(
  support: SupportDefinition | undefined,
  now: Date,
  texts: Pick<MessageTexts, "format" | "formatValue" | "language">,
): string | undefined {
  const opening = support && findOpening(support.hours, now);
  if (!opening) return undefined;
  if (opening.getTime() <= now.getTime()) {
    const time = texts.formatValue(toDuration(support.answersWithinMinutes));
    return texts.format("parts", "support-answers-within", { time });
  }
  const { timeZone } = support.hours;
  const [here, then] = [now, opening].map((moment) => DateTime.fromJSDate(moment, { zone: timeZone }));
  const inDays = then!.startOf("day").diff(here!.startOf("day"), "days").days;
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(texts.language, { ...options, timeZone }).format(opening);
  const time = write({ hour: "2-digit", minute: "2-digit", hour12: false });
  if (inDays < 1) return texts.format("parts", "support-back-today", { time });
  const day = write(inDays < 7 ? { weekday: "long" } : { weekday: "long", day: "numeric", month: "long" });
  return texts.format("parts", "support-back-on", { day, time });
}

function toDuration(minutes: number): Parameters<MessageTexts["formatValue"]>[0] {
  if (minutes < 60) return { part: "minutes", values: { n: minutes } };
  const [h, min] = [Math.floor(minutes / 60), minutes % 60];
  return min === 0 ? { part: "hours", values: { n: h } } : { part: "hours-minutes", values: { h, min } };
}
