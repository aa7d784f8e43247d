import { describe, expect, it } from "vitest";
import { InvalidFixture, readFixtures, toFixture } from "./read-fixtures.ts";

const good = {
  description: "A visitor looks.",
  organisation: "any",
  form: "any-form",
  locale: "en",
  timeZone: "UTC",
  viewport: { width: 360, height: 740 },
  candidate: { name: "A Name", mobile: "+9198########" },
  values: {},
  files: { "a.pdf": { type: "application/pdf", pages: 1, minBytes: 50_000, lines: ["One"] } },
  steps: [
    {
      id: "open",
      title: "Opens home.",
      do: [{ open: "/" }, { upload: "Paper", file: "a.pdf" }],
      then: [{ call: "organisations.get", with: {} }],
    },
  ],
};
type Change = (fixture: typeof good) => void;

function read(change: Change): () => unknown {
  const fixture = structuredClone(good);
  change(fixture);
  return () => toFixture("case", JSON.stringify(fixture));
}

describe("toFixture", () => {
  it("accepts a valid fixture", () => {
    expect(read(() => {})()).toMatchObject({ name: "case", form: "any-form" });
  });

  it.each<[string, Change, string]>([
    [
      "an unknown key",
      (f) => Object.assign(f, { colour: "red" }),
      "fixtures/case.json /: must NOT have additional properties ('colour')",
    ],
    [
      "an unknown verb",
      (f) => f.steps[0]!.do.push({ hover: "Pay" } as never),
      "fixtures/case.json /steps/0/do/2: no verb among hover; known: call",
    ],
    [
      "a verb that is nearly one",
      (f) => f.steps[0]!.do.push({ pres: "Pay" } as never),
      'no verb among pres; did you mean "press"?',
    ],
    [
      "an option that is nearly one",
      (f) => f.steps[0]!.do.push({ press: "Pay", rol: "link" } as never),
      `('rol'); did you mean "role"?`,
    ],
    [
      "a state that there is not",
      (f) => f.steps[0]!.do.push({ reachState: "DONE" } as never),
      "/steps/0/do/2/reachState: must be equal to one of the allowed values: NOT_INITIALIZED",
    ],
    ["an unknown option", (f) => f.steps[0]!.do.push({ open: "/", slowly: true } as never), "('slowly')"],
    [
      "a person's verb in `then`",
      (f) => f.steps[0]!.then.push({ press: "Pay" } as never),
      "fixtures/case.json /steps/0/then/1: no verb among press",
    ],
    [
      "a file that it does not describe",
      (f) => f.steps[0]!.do.push({ upload: "Paper", file: "b.pdf" }),
      "/steps/0/do/2/file: no file 'b.pdf' in /files; did you mean \"a.pdf\"?",
    ],
    [
      "an operation that there is not",
      (f) => f.steps[0]!.then.push({ call: "transactions.pay", with: {} }),
      "/steps/0/then/1/call: no operation 'transactions.pay'",
    ],
    [
      "an answer of an operation that there is not",
      (f) => f.steps[0]!.do.push({ reply: "transactions.inf", status: 500 } as never),
      "/steps/0/do/2/reply: no operation 'transactions.inf'; did you mean \"transactions.info\"?",
    ],
    ["a step of the same id", (f) => f.steps.push(f.steps[0]!), "'open' is duplicated"],
  ])("is refused with %s", (_what, change, reason) => {
    expect(read(change)).toThrow(InvalidFixture);
    expect(read(change)).toThrow(reason);
  });
});

it("accepts every fixture in fixtures/", () => {
  expect(readFixtures().length).toBeGreaterThan(0);
});

it("suggests similar names for an unknown one", () => {
  expect(() => readFixtures("no-such-case")).toThrow(
    /There is no fixture 'no-such-case'\. There are \d+, in fixtures\/\./,
  );
  expect(() => readFixtures("invoice-downloaded")).toThrow("Did you mean invoice-downloaded-in-both-languages?");
  expect(() => readFixtures("invoice-downloaded-in-both-languagse")).toThrow(
    "Did you mean invoice-downloaded-in-both-languages?",
  );
  expect(() => readFixtures("form")).toThrow(/Did you mean ([a-z-]+, ){8}or one of \d+ more\?/);
});
