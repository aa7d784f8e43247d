import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import type { Messages } from "#engine/core/form/messages.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import type { FormField } from "#engine/core/definitions/form.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";
import { getCatalogue } from "#server/config/release.ts";
import { readTypedNumber, toTypedNumber } from "#widgets/number-typing.ts";
import { numberFields, numberProperties } from "../../../support/number-form.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { begin, tenth, wallet, type TestCandidate } from "../transactions/candidate.ts";

let app: TestApp;
let asha: TestCandidate;
let messages: Messages;

beforeAll(async () => {
  await buildDetectWorker();
  const release = await compile((document) => {
    if (document.kind === "request" && document.id === "background-check")
      return { ...document, verifications: [{ verification: "bgv-tenth" }], minimumSet: undefined };
    if (document.kind !== "form" || document.id !== "bgv-tenth") return document;
    const { data, fields } = document as FormDefinition;
    const properties = { ...data.properties, ...numberProperties };
    return { ...document, data: { ...data, properties }, fields: [...fields, ...numberFields] };
  });
  app = await startTestApp({ config: toReader(() => release) });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  messages = {
    validation: getCatalogue(release.organisations.get("harbour")!, "validation").messages,
    translate: (english) => english,
  };
});
afterAll(() => app?.close());

interface Fault {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}
const typedPlaces = ["/marks", "/members", "/change", "/income"];
const isOurs = ({ pointer }: Fault) => typedPlaces.some((place) => pointer.startsWith(place));
const sorted = (faults: readonly Fault[]) =>
  faults
    .filter(isOurs)
    .map(({ pointer, keyword, message }) => ({ pointer, keyword, message }))
    .toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1));

/** Sends the data of the form as this JSON text, beside an incomplete marksheet, so that it is never stored. */
async function refuse(dataText: string): Promise<Fault[]> {
  const payload = `{"orgId":"harbour","txnId":"${asha.txnId}","list":[{"verificationName":"bgv-tenth","data":${dataText}}]}`;
  const answer = await app.server.inject({
    method: "POST",
    url: `${wallet}/bgv`,
    headers: { "content-type": "application/json", authorization: `Bearer ${asha.token}` },
    payload,
  });
  const { code, fields = [] } = answer.json<{ code: number; fields?: Fault[] }>();
  // An infinite number is refused before anything reads the body.
  expect({ code, of: dataText }).toEqual({ code: /[^"]1e400/.test(dataText) ? 100 : 106, of: dataText });
  return fields.map((field) => ({ ...field, pointer: field.pointer.replace("/list/0/data", "") }));
}

const form = {
  $schema: "",
  kind: "form",
  id: "numbers",
  description: "",
  data: { type: "object", properties: { ...numberProperties } },
  fields: [...numberFields] as FormField[],
} as FormDefinition;
const model = toFormModel(form, () => undefined);
const pageValidators = new Map(
  toSectionSchemas(model).map(({ id, schema }) => [id, loadSectionValidator(compileSectionModule(schema, "/r.js"))]),
);

/** The store of the page, with a value in each field. */
function toStore(values: readonly unknown[]): FormStore {
  const store = new FormStore({
    model,
    data: {},
    scope: { roots: {}, rules: {} },
    tools: { shape: (id, flat) => pageValidators.get(id)?.(flat) ?? [], options: () => undefined },
    messages,
    view: {
      translate: (english) => english,
      text: (key) => key,
      getWidgetProps: () => ({}),
      options: () => undefined,
    },
  });
  for (const [index, value] of values.entries()) store.type(typedPlaces[index]!, value);
  return store;
}

const written = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.tuple(fc.integer({ min: -120, max: 120 }), fc.nat(999)).map(([whole, decimals]) => `${whole}.${decimals}`),
  fc.constantFrom("1e400", "-1e400", "-0", "-0.0", "0", "1e15", "999999999999999", "1e21", "0.1", "99.9", "100.05"),
  fc.constantFrom('""', '" "', '"12"', '"12.5"', '"1,25,000.50"', '"१२"', '"abc"', '"1e400"', '"-0"', '"NaN"'),
  fc.constantFrom("null", "true", "false", "[]", "[1]", "{}", '{"a":1}'),
);
const answers = fc.sample(fc.tuple(written, written, written, written), { numRuns: 60, seed: 45 });

describe("page and server", () => {
  test("agree on the faults of 240 generated numbers", async () => {
    let refused = 0;
    for (const values of answers) {
      const text = `{${values.map((value, index) => `"${typedPlaces[index]!.slice(1)}":${value}`).join(",")}}`;
      const there = sorted(await refuse(text));
      const here = sorted(toStore(values.map((value) => JSON.parse(value) as unknown)).submit("").errors);
      if (there.some(({ keyword }) => keyword === "number"))
        expect(here.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(there.map(({ pointer }) => pointer)));
      else expect({ text, faults: there }).toEqual({ text, faults: here });
      refused += there.length;
    }
    expect(refused).toBeGreaterThan(60);
  });

  test("agree on what is typed and pasted", async () => {
    const typed = ["1,25,000.50", "१२,५००", "１２", "−5", "–5", "12.", ".5", "-", "", "  7 ", "1e400", "abc", "12.345"];
    for (const text of [...typed, "9".repeat(30), "0007", "-0", "₹ 500/-", "12a", "1.2.3"]) {
      const value = readTypedNumber(toTypedNumber(text, "en"), "en");
      const { data, errors } = toStore(typedPlaces.map(() => value)).submit("");
      expect({ text, faults: sorted(await refuse(JSON.stringify(data))) }).toEqual({ text, faults: sorted(errors) });
    }
  });

  test("refuse each wrong number at its field, with the reason", async () => {
    expect(sorted(await refuse('{"marks":1e400}'))).toEqual([
      { pointer: "/marks", keyword: "number", message: "This number is too large" },
    ]);
    const faults = await refuse('{"marks":101,"members":"4","change":-51,"income":12.5}');
    expect(sorted(faults)).toEqual([
      { pointer: "/change", keyword: "minimum", message: "Change must be at least -50" },
      { pointer: "/income", keyword: "whole", message: "Income can have at most two decimals" },
      { pointer: "/marks", keyword: "maximum", message: "Marks can be at most 100" },
      { pointer: "/members", keyword: "type", message: "Enter Members as a number, such as 1,250" },
    ]);
    const others = await refuse('{"marks":12.34,"members":1e15,"change":null,"income":9000000001}');
    expect(sorted(others)).toEqual([
      { pointer: "/income", keyword: "maximum", message: "Income can be at most ₹9,00,00,000" },
      { pointer: "/marks", keyword: "multipleOf", message: "Marks must be a multiple of 0.1" },
      { pointer: "/members", keyword: "maximum", message: "Members can be at most 99,99,99,99,99,99,999" },
    ]);
  });

  test("refuse a number for a text at its field", async () => {
    const faults = await refuse('{"rollNumber":4711}');
    expect(faults).toContainEqual(expect.objectContaining({ pointer: "/rollNumber", keyword: "type" }));
  });
});

test("stores JSON numbers, and computes what the client computed wrongly", async () => {
  const data = { ...tenth(await asha.upload()), marks: 0.3, members: 0, income: 12_550, yearly: 1, each: 99 };
  expect((await asha.save("bgv-tenth", data)).json()).toMatchObject({ code: 0 });
  const { rows } = await app.services.pool.query<{ data: unknown }>(
    "select data from submissions where transaction_id = $1",
    [asha.txnId],
  );
  const stored = rows[0]?.data;
  expect(stored).toMatchObject({ marks: 0.3, members: 0, income: 12_550, yearly: 150_600 });
  expect(stored).not.toHaveProperty("each");
});
