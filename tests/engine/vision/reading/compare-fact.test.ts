import { describe, expect, test } from "vitest";
import { compareFact } from "#engine/vision/reading/compare-fact.ts";
import { compareReading } from "#engine/vision/reading/compare-reading.ts";
import { suggestValue } from "#engine/vision/reading/suggest-value.ts";
import type { DocumentFactKind } from "#engine/core/definitions/document-facts.ts";

const marksheet = [
  "Central Board of Secondary Education",
  "Secondary School Examination 2014",
  "MARKS STATEMENT CUM CERTIFICATE",
  "Roll No. 5507714",
  "Name of Candidate ASHA KUMARI VERMA",
  "Mother's Name PRIYA IYER",
  "Father's Name ROHAN SINGH",
  "Date of Birth 26/08/1998",
  "School 19166 Kendriya Vidyalaya, Sector 2",
  "The results are declared subject to the rules and regulations of the council in force.",
];
const judge = (kind: DocumentFactKind, value: string, lines: readonly string[] = marksheet, whole = true) =>
  compareFact({ lines, whole }, { kind, value });
const withLine = (line: string) => [...marksheet.slice(0, 3), line, ...marksheet.slice(7)];

describe("a number", () => {
  test.each(["5507714", "55O77I4", "550 7714", "SS07714", "550-7714"])("matches %s", (read) => {
    expect(judge("number", "5507714", withLine(`Roll No. ${read}`))).toBe("same");
  });

  test.each(["15507714", "55077140", "9155077149"])("does not match %s", (read) => {
    expect(judge("number", "5507714", withLine(`Roll No. ${read}`))).toBe("different");
  });

  test("matches with one confusable digit, not with two", () => {
    expect(judge("number", "9088654", withLine("Roll No. 0088654"))).toBe("same");
    expect(judge("number", "9088654", withLine("Roll No. 0008654"))).toBe("different");
  });

  test("differs with one digit that is not confusable", () => {
    expect(judge("number", "5507744")).toBe("different");
  });

  test("with letters matches with or without a slash", () => {
    expect(judge("number", "16/PHY/123", withLine("Registration No: 16PHY123"))).toBe("same");
    expect(judge("number", "16PHY123", withLine("Registration No: 16/PHY/l23"))).toBe("same");
    expect(judge("number", "16PHY124", withLine("Registration No: 16PHY123"))).toBe("different");
  });

  test("is unknown without recognised numbers, or with uncertain ones", () => {
    expect(judge("number", "5507714", withLine("Roll No."))).toBe("unknown");
    expect(judge("number", "5507714", withLine("Roll No. 55077l9\uFFFD"))).toBe("unknown");
  });
});

describe("a year", () => {
  test.each(["Examination 2014", "Examination 2O14", "MARCH2014", "Session 2013-14", "Dated 14-05-2014"])(
    "matches %s",
    (line) => expect(judge("year", "2014", [line])).toBe("same"),
  );

  test.each(["2014 (", "20*", "[", "2014-15", "MMXIV", "14", "20145"])("is unknown when typed as %s", (typed) => {
    expect(judge("year", typed, ["Examination 2015"])).toBe("unknown");
  });

  test("does not match within other digits, and differs from another year", () => {
    expect(judge("year", "2014", ["Examination 2015", "Serial 120147"])).toBe("different");
  });

  test("does not differ from a year of birth", () => {
    expect(judge("year", "2014", ["Date of Birth 26/08/1998", "Date of issue 4 June 2016"])).toBe("unknown");
  });
});

describe("a person's name", () => {
  test.each([
    "Asha Verma",
    "asha verma",
    "Verma Asha",
    "Asha Kumari Verma",
    "Asha Rani Verma",
    "A. Verma",
    "Asha V.",
    "Smt. Asha Verma",
    "Àsha Verma",
  ])("is shown when it was typed as %s", (typed) => expect(judge("person", typed)).toBe("same"));

  test.each(["Name Verma Asha", "Name A. Verma", "Name ASHAVERMA", "Name Asha Vcrma", "Name Asha K. Verma"])(
    "matches %s",
    (line) => expect(judge("person", "Asha Verma", withLine(line))).toBe("same"),
  );

  test.each(["Rohan Verma", "Asha Iyer", "Meenakshi Pillai", "Priya Singh"])("differs from %s", (typed) =>
    expect(judge("person", typed)).toBe("different"),
  );

  test("is unknown on a document in another script, or beside an uncertain word", () => {
    expect(judge("person", "Asha Verma", ["fafeRoT\uFFFD Sich\uFFFD ux", "8352199"])).toBe("unknown");
    expect(judge("person", "Asha Verma", withLine("Name Asha PilJaj\uFFFD"))).toBe("unknown");
  });
});

describe("the name of a board", () => {
  test.each(["Central Board of Secondary Education", "central-board-of-secondary-education", "Central Board"])(
    "matches when typed as %s",
    (given) => expect(judge("name", given)).toBe("same"),
  );

  test("matches its abbreviation", () => {
    expect(judge("name", "Central Board of Secondary Education", ["CBSE", ...marksheet.slice(1)])).toBe("same");
  });

  test("differs by its distinctive words", () => {
    expect(judge("name", "Bihar School Examination Board, Patna")).toBe("different");
  });
});

test("returns unknown when a page is unread", () => {
  expect(judge("number", "1234567", marksheet, false)).toBe("unknown");
});

test("suggests a number or year when the document contains exactly one, and never a name", () => {
  const paper = { lines: marksheet, whole: true };
  expect([suggestValue(paper, "number"), suggestValue(paper, "year"), suggestValue(paper, "person")]).toEqual([
    "5507714",
    "2014",
    undefined,
  ]);
  expect(suggestValue({ lines: ["Roll No. 11111", "Roll No. 22222"], whole: true }, "number")).toBeUndefined();
});

test("suggests values for empty fillable fields only, and nothing without a reading", () => {
  const fact = (kind: DocumentFactKind, value: string, isFillable = true) => ({ kind, value, isFillable });
  const reading = { state: "read", lines: marksheet, whole: true };
  const facts = [fact("number", ""), fact("year", "2015"), fact("year", "", false), fact("person", "")];
  expect(compareReading(reading, facts)).toEqual({
    isBlank: false,
    differing: [facts[1]],
    suggestions: [{ fact: facts[0], value: "5507714" }],
  });
  for (const state of ["waiting", "none"])
    expect(compareReading({ ...reading, state }, facts)).toEqual({ isBlank: false, differing: [], suggestions: [] });
  expect(compareReading({ state: "blank", lines: [], whole: true }, facts).isBlank).toBe(true);
});
