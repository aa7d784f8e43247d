import { describe, expect, test } from "vitest";
import { compareFact } from "#engine/paper/compare.ts";
import { judgePaper } from "#engine/paper/judge.ts";
import { findOffer } from "#engine/paper/offer.ts";
import type { PaperFactKind } from "#engine/documents/paper-facts.ts";

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
const judge = (kind: PaperFactKind, value: string, lines: readonly string[] = marksheet, whole = true) =>
  compareFact({ lines, whole }, { kind, value });
const withLine = (line: string) => [...marksheet.slice(0, 3), line, ...marksheet.slice(7)];

describe("a number", () => {
  test.each(["5507714", "55O77I4", "550 7714", "SS07714", "550-7714"])("is shown as %s", (read) => {
    expect(judge("number", "5507714", withLine(`Roll No. ${read}`))).toBe("shown");
  });

  test.each(["15507714", "55077140", "9155077149"])("is not shown within %s", (read) => {
    expect(judge("number", "5507714", withLine(`Roll No. ${read}`))).toBe("other");
  });

  test("is shown with one figure that readers mistake for another, and with two it is not", () => {
    expect(judge("number", "9088654", withLine("Roll No. 0088654"))).toBe("shown");
    expect(judge("number", "9088654", withLine("Roll No. 0008654"))).toBe("other");
  });

  test("is another with one figure that is not mistaken for another", () => {
    expect(judge("number", "5507744")).toBe("other");
  });

  test("with letters is shown with a slash or without", () => {
    expect(judge("number", "16/PHY/123", withLine("Registration No: 16PHY123"))).toBe("shown");
    expect(judge("number", "16PHY123", withLine("Registration No: 16/PHY/l23"))).toBe("shown");
    expect(judge("number", "16PHY124", withLine("Registration No: 16PHY123"))).toBe("other");
  });

  test("is not missed where no number was read, or the reader was not sure", () => {
    expect(judge("number", "5507714", withLine("Roll No."))).toBe("untold");
    expect(judge("number", "5507714", withLine("Roll No. 55077l9\uFFFD"))).toBe("untold");
  });
});

describe("a year", () => {
  test.each(["Examination 2014", "Examination 2O14", "MARCH2014", "Session 2013-14", "Dated 14-05-2014"])(
    "is shown by %s",
    (line) => expect(judge("year", "2014", [line])).toBe("shown"),
  );

  test.each(["2014 (", "20*", "[", "2014-15", "MMXIV", "14", "20145"])(
    "typed as %s is none yet: nothing is told",
    (typed) => {
      expect(judge("year", typed, ["Examination 2015"])).toBe("untold");
    },
  );

  test("is not shown within other figures, and another one is told", () => {
    expect(judge("year", "2014", ["Examination 2015", "Serial 120147"])).toBe("other");
  });

  test("of a birth is no other year", () => {
    expect(judge("year", "2014", ["Date of Birth 26/08/1998", "Date of issue 4 June 2016"])).toBe("untold");
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
  ])("is shown when it was typed as %s", (typed) => expect(judge("person", typed)).toBe("shown"));

  test.each(["Name Verma Asha", "Name A. Verma", "Name ASHAVERMA", "Name Asha Vcrma", "Name Asha K. Verma"])(
    "is shown when the paper says %s",
    (line) => expect(judge("person", "Asha Verma", withLine(line))).toBe("shown"),
  );

  test.each(["Rohan Verma", "Asha Iyer", "Meenakshi Pillai", "Priya Singh"])("of %s is another's", (typed) =>
    expect(judge("person", typed)).toBe("other"),
  );

  test("is not missed on a paper of another script, nor beside a word of which the reader is not sure", () => {
    expect(judge("person", "Asha Verma", ["fafeRoT\uFFFD Sich\uFFFD ux", "8352199"])).toBe("untold");
    expect(judge("person", "Asha Verma", withLine("Name Asha PilJaj\uFFFD"))).toBe("untold");
  });
});

describe("the name of a board", () => {
  test.each(["Central Board of Secondary Education", "central-board-of-secondary-education", "Central Board"])(
    "is shown when it was given as %s",
    (given) => expect(judge("name", given)).toBe("shown"),
  );

  test("is shown by its letters", () => {
    expect(judge("name", "Central Board of Secondary Education", ["CBSE", ...marksheet.slice(1)])).toBe("shown");
  });

  test("that is another's is told by the words that are its own", () => {
    expect(judge("name", "Bihar School Examination Board, Patna")).toBe("other");
  });
});

test("what may stand on a page that nobody read is not missed", () => {
  expect(judge("number", "1234567", marksheet, false)).toBe("untold");
});

test("numbers and years are offered where the paper shows one alone, names never", () => {
  const paper = { lines: marksheet, whole: true };
  expect([findOffer(paper, "number"), findOffer(paper, "year"), findOffer(paper, "person")]).toEqual([
    "5507714",
    "2014",
    undefined,
  ]);
  expect(findOffer({ lines: ["Roll No. 11111", "Roll No. 22222"], whole: true }, "number")).toBeUndefined();
});

test("only empty fields that are typed are offered something, and a reading that is not there says nothing", () => {
  const fact = (kind: PaperFactKind, value: string, open = true) => ({ kind, value, open });
  const reading = { state: "read", lines: marksheet, whole: true };
  const facts = [fact("number", ""), fact("year", "2015"), fact("year", "", false), fact("person", "")];
  expect(judgePaper(reading, facts)).toEqual({
    isBlank: false,
    others: [facts[1]],
    offers: [{ fact: facts[0], value: "5507714" }],
  });
  for (const state of ["waiting", "none"])
    expect(judgePaper({ ...reading, state }, facts)).toEqual({ isBlank: false, others: [], offers: [] });
  expect(judgePaper({ state: "blank", lines: [], whole: true }, facts).isBlank).toBe(true);
});
