import { DateTime } from "luxon";
import { expect, test } from "vitest";
import { toStableText } from "./stable-text.ts";

const now = DateTime.fromISO("2026-11-23T04:51", { zone: "Asia/Kolkata" });
const steady = (line: string) => toStableText(line, now, ["en", "hi"]);

test("counts days from now in every format and language, and drops the time", () => {
  expect(steady("With the verifier since 23rd November 2026")).toBe("With the verifier since {today}");
  expect(steady("until 23 Nov, 2026 04:51:AM.")).toBe("until {today}.");
  expect(steady("until 30 Nov, 2026 …:PM.")).toBe("until {today+1w}.");
  expect(steady("by 1st December 2026 or 29th October 2026")).toBe("by {today+1w} or {today-25}");
  expect(steady("Begun on 22-Nov-2026 23:59, paid")).toBe("Begun on {today-1}, paid");
  const hindi = now.setLocale("hi").toFormat("d LLLL yyyy");
  expect(steady(`${hindi} से`)).toBe("{today} से");
});

test("counts distant days in weeks, so that working days do not matter", () => {
  for (const [from, to] of [
    ["2026-11-23", "11th December 2026"],
    ["2026-11-27", "17th December 2026"],
  ])
    expect(toStableText(to!, DateTime.fromISO(from!), ["en"])).toBe("{today+2w}");
});

test("keeps days of long ago, replaces ids, and knows today in digits", () => {
  expect(steady("Last edited on 24th January 2024")).toBe("Last edited on 24th January 2024");
  expect(steady("Refund ID: rFxIPvk1PxdG7pqdjCI8hA, ZX-xTIuJ-sHXhtowlnAyfg")).toBe("Refund ID: {id}, {id}");
  expect(steady("Code sent to +91 ••••••1934")).toBe("Code sent to +91 ••••••{digits}");
  expect(steady("Issued 23-11-2026, ended 22-11-2026")).toBe("Issued {today}, ended 22-11-2026");
  expect(steady("23-नव॰-2026")).toBe("{today}");
});

test("counts whole months to a distant day, also from the last day of a month", () => {
  expect(steady("Until: 23rd November 2029")).toBe("Until: {today+36 months}");
  expect(steady("Expires on 15th November 2029")).toBe("Expires on 15th November 2029");
  const last = DateTime.fromISO("2026-11-30", { zone: "Asia/Kolkata" });
  expect(toStableText("Until: 28th February 2029", last, ["en"])).toBe("Until: {today+27 months}");
});

test("drops the number of requests in a menu, which other fixtures change", () => {
  expect(steady("+ menuitem 'Approvals 12' = '/console/approvals'")).toBe(
    "+ menuitem 'Approvals' = '/console/approvals'",
  );
});

test("keeps other text and typed days", () => {
  for (const line of ["Roll 4711 of 12 Papers 2018", "01-02-2027", "5 to 14 working days", "₹1,180"])
    expect(steady(line)).toBe(line);
});

test("drops the time in a file name", () => {
  expect(steady("link 'View photo-1795425812527.jpg'")).toBe("link 'View photo-{moment}.jpg'");
  expect(steady("Aadhaar 179542581252")).toBe("Aadhaar 179542581252");
});

test("replaces invoice numbers", () => {
  expect(steady("Invoice number 2026-27/000001")).toBe("Invoice number {invoice/number}");
  expect(steady("invoice-2026-27-000012.pdf")).toBe("invoice-{invoice-number}.pdf");
  expect(steady("Call 2026-27 or 11 4000 0000")).toBe("Call 2026-27 or 11 4000 0000");
});
