import { expect, test } from "vitest";
import { allowable } from "#engine/check/allowances.ts";
import { checkDocuments, judgeShapes } from "#engine/check/run.ts";
import { metas } from "./documents.ts";
import { faults, withFault, type CheckedFile, type Fault } from "./faults.ts";

const why = "Agreed with whoever owns it.";
const judge = (files: readonly CheckedFile[]) => {
  const { sources, issues } = judgeShapes(files, metas);
  expect(issues).toEqual([]);
  return checkDocuments(sources, { metas });
};
const allow = (fault: Fault, allowances: Record<string, unknown>): CheckedFile[] =>
  withFault({
    ...fault,
    change: {
      ...fault.change,
      [fault.expect.document]: [...(fault.change[fault.expect.document] ?? []), { at: "/x-allow", put: allowances }],
    },
  });
const get = (code: string): Fault => faults.find(({ expect: { code: found } }) => found === code)!;

const allowed = faults.filter(({ expect: { code } }) => allowable.has(code));

test("there is a fixture of every finding that may be allowed", () => {
  expect(new Set(allowed.map(({ expect: { code } }) => code))).toEqual(allowable);
});

test.each(allowed.map((fault) => [fault.name, fault] as const))("%s may stand, with a reason beside it", (_, fault) => {
  const { code, pointer, document } = fault.expect;
  const { issues, allowed: standing } = judge(allow(fault, { [pointer === "" ? code : `${code} ${pointer}`]: why }));
  expect(issues).toEqual([]);
  expect(standing).toMatchObject([{ document, pointer, code, why }]);
});

test("words that a language lacks hide nothing that is unused", () => {
  const [untranslated, unused] = [get("missing-translation"), get("unused-rule")];
  const { issues } = judge(withFault({ ...unused, change: { ...untranslated.change, ...unused.change } }));
  expect(issues.map(({ code }) => code)).toEqual(["missing-translation", "unused-rule"]);
});

test("an allowance stands in the object that it speaks of, as well as around it", () => {
  const fault = get("unused-rule");
  const { document, pointer } = fault.expect;
  const files = withFault({
    ...fault,
    change: { [document]: [...fault.change[document]!, { at: `${pointer}/x-allow`, put: { "unused-rule": why } }] },
  });
  expect(judge(files).issues).toEqual([]);
});

test("what cannot be allowed, says no reason or speaks of nothing is told, and allows nothing", () => {
  const idle = (fault: Fault, allowances: Record<string, unknown>) => judge(allow(fault, allowances)).issues;
  const { pointer } = get("unused-rule").expect;
  const none = { ...get("unused-rule"), change: {} };
  const told = (key: string, says: string) => ({
    code: "idle-allowance",
    pointer: `/x-allow/${key.replaceAll("/", "~1")}`,
    message: expect.stringContaining(says) as string,
  });

  expect(idle(none, { "unused-rule": why })).toMatchObject([told("unused-rule", "this can go")]);
  expect(idle(none, { "unused-rul": why })).toMatchObject([told("unused-rul", 'did you mean "unused-rule"')]);
  const key = `unused-rule ${pointer}`;
  expect(idle(get("unused-rule"), { [key]: " " })).toMatchObject([{ code: "unused-rule" }, told(key, "says why")]);
  // What would meet a candidate cannot be allowed.
  const broken = get("unknown-path");
  expect(idle(broken, { [`unknown-path ${broken.expect.pointer}`]: why })).toMatchObject([{ code: "unknown-path" }]);
});
