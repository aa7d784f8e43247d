import { describe, expect, test } from "vitest";
import { allowable } from "#engine/authoring/check/index.ts";
import { checkDefinitions, checkShapes } from "#engine/authoring/check/run.ts";
import { context, faults, withChanges, type Changes, type CheckedFile, type Fault } from "./faults.ts";

const reason = "Agreed with the owner of the form.";

function check(files: readonly CheckedFile[]) {
  const { sources, issues } = checkShapes(files, context.metas);
  expect(issues).toEqual([]);
  return checkDefinitions(sources, context);
}

/** The definitions of a fixture, with allowances at the top of the definition of its finding. */
function allow(
  { change, expect: { document } }: Pick<Fault, "change" | "expect">,
  allowances: Record<string, unknown>,
) {
  const changes: Changes = {
    ...change,
    [document]: [...(change[document] ?? []), { at: "/x-allow", put: allowances }],
  };
  return withChanges(changes);
}

const findFixture = (code: string): Fault => faults.find((fault) => fault.code === code)!;
const allowed = faults.filter(({ code }) => allowable.has(code));

describe("allowances", () => {
  test.each(allowed.map((fault) => [fault.name, fault] as const))("allow %s when there is a reason", (_, fault) => {
    const { code, expect: place } = fault;
    const key = place.pointer === "" ? code : `${code} ${place.pointer}`;
    const result = check(allow(fault, { [key]: reason }));
    expect(result.issues).toEqual([]);
    expect(result.allowed).toMatchObject([{ document: place.document, pointer: place.pointer, code, why: reason }]);
  });

  test("apply in the object of the finding, as well as above it", () => {
    const { change, expect: place } = findFixture("rules/unused");
    const files = withChanges({
      [place.document]: [
        ...change[place.document]!,
        { at: `${place.pointer}/x-allow`, put: { "rules/unused": reason } },
      ],
    });
    expect(check(files).issues).toEqual([]);
  });

  test("apply under the code that an earlier release had", () => {
    const unused = findFixture("rules/unused");
    const result = check(allow(unused, { [`unused-rule ${unused.expect.pointer}`]: reason }));
    expect(result.issues).toEqual([]);
    expect(result.allowed).toMatchObject([{ code: "rules/unused", why: reason }]);
  });

  test("do not apply without a reason, and the finding is reported", () => {
    const unused = findFixture("rules/unused");
    const files = allow(unused, { [`rules/unused ${unused.expect.pointer}`]: " " });
    expect(check(files).issues.map(({ code }) => code)).toEqual(["rules/unused", "allowance/no-reason"]);
  });

  test("do not apply to a fault that affects candidates", () => {
    const broken = findFixture("expression/unknown-path");
    const files = allow(broken, { [`expression/unknown-path ${broken.expect.pointer}`]: reason });
    expect(check(files).issues).toMatchObject([{ code: "expression/unknown-path" }]);
  });
});

test("a missing translation does not hide what is unused", () => {
  const [untranslated, unused] = [findFixture("text/missing-translation"), findFixture("rules/unused")];
  const { issues } = check(withChanges({ ...untranslated.change, ...unused.change }));
  expect(issues.map(({ code }) => code)).toEqual(["text/missing-translation", "rules/unused"]);
});
