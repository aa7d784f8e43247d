import { describe, expect, it } from "vitest";
import { classifyEdit, each, getField, getSchema, show, type Case, type Edit } from "./small-release.ts";

const patches: readonly Case[] = [
  ["nothing", () => undefined],
  [
    "a label and a hint change their wording",
    (r) => Object.assign(getField(r, "/school"), { label: "Your school", hint: "Its name" }),
  ],
  [
    "a message of the form changes its wording",
    ({ form }) => (form.messages = { "/school": { require: "Which school?" } }),
  ],
  ["the order of fields", ({ form }) => form.fields.reverse()],
  [
    "a field moves into a section",
    ({ form }) => form.fields.push({ section: "rest", fields: [form.fields.splice(5, 1)[0]!] }),
  ],
  [
    "the fields move into pages",
    ({ form }) => {
      const [first, ...rest] = form.fields;
      form.fields = [
        { page: "first", title: "First", fields: [first!] },
        { page: "rest", title: "Rest", fields: rest },
      ];
    },
  ],
  ["a note is added", ({ form }) => form.fields.push({ note: "hello", text: "Hello" })],
  ["another widget draws the same field", (r) => (getField(r, "/year").widget = "date-picker")],
  ["the label of a choice", ({ levels }) => (levels.items![0]!.label = "Bachelor's")],
  ["the order of choices", ({ levels }) => levels.items!.reverse()],
  [
    "a rule replaces its name",
    (r) => (getField(r, "/paper").when = { in: [{ var: "data.status" }, ["whole", "part"]] }),
  ],
  ["a rule that this request does not use", ({ rules }) => (rules.rules["unused-rule"]!.expr = true)],
  ["the reason of a rule", ({ rules }) => (rules.rules["has-paper"]!.why = "a paper exists")],
  [
    "the name and the disclaimer of the request",
    ({ request }) => Object.assign(request, { name: "Check", disclaimer: "No." }),
  ],
  ["the wording of a question", ({ request }) => (request.questions![0]!.question = "Why us?")],
  ["the order of verifications", ({ request }) => request.verifications.reverse()],
  [
    "label, icon and texts of a verification",
    ({ diploma }) => Object.assign(diploma, { label: "Papers", icon: "x", texts: {} }),
  ],
  ["the date format's other name", (r) => (getSchema(r, "begun").format = "date")],
];

const minors: readonly Case[] = [
  [
    "a new field that is optional",
    ({ form }) => {
      form.data.properties!["extra"] = { type: "string" };
      form.fields.push({ at: "/extra", widget: "text", label: "Extra" });
    },
    "forms/diploma#/extra",
  ],
  [
    "a new field that is computed",
    ({ form }) => {
      form.data.properties!["extra"] = { type: "string" };
      form.fields.push({ at: "/extra", widget: "hidden", value: "v2" });
    },
    "forms/diploma#/extra",
  ],
  ["a required field is optional", (r) => delete getField(r, "/school").require, "forms/diploma#/school"],
  ["a text may be longer", (r) => (getSchema(r, "school").maxLength = 80), "forms/diploma#/school"],
  ["a number may be higher", (r) => delete getSchema(r, "marks").maximum, "forms/diploma#/marks"],
  ["a pattern accepts more", (r) => (getSchema(r, "number").pattern = "^[A-Z]{2}[0-9]{3,8}$"), "forms/diploma#/number"],
  [
    "a pattern with the same meaning",
    (r) => (getSchema(r, "number").pattern = "^[A-Z][A-Z]\\d{3,6}$"),
    "forms/diploma#/number",
  ],
  ["a pattern is gone", (r) => delete getSchema(r, "number").pattern, "forms/diploma#/number"],
  ["a limit that the format keeps anyway", (r) => (getSchema(r, "year").maxLength = 4), "forms/diploma#/year"],
  ["another value of an enumeration", (r) => getSchema(r, "status").enum!.push("none"), "forms/diploma#/status"],
  [
    "another choice",
    ({ levels }) => levels.items!.push({ value: "diploma", label: "Diploma" }),
    "forms/diploma#/level",
  ],
  ["a disabled choice is opened", ({ levels }) => delete levels.items![3]!.disabled, "forms/diploma#/level"],
  ["another type of file", (r) => getField(r, "/paper").accept!.push("image/jpeg"), "forms/diploma#/paper"],
  [
    "a part of an object is new",
    (r) => (getSchema(r, "place").properties!["zoom"] = { type: "number" }),
    "forms/diploma#/place/zoom",
  ],
  ["a check is gone", ({ form }) => form.checks!.shift(), "forms/diploma#/marks"],
  ["a check only warns", ({ form }) => (form.checks![0]!.severity = "warning"), "forms/diploma#/marks"],
  [
    "a check refuses less",
    ({ form }) =>
      (form.checks![0]!.assert = { or: [{ blank: { var: "data.marks" } }, { ">=": [{ var: "data.marks" }, 30] }] }),
    "forms/diploma#/marks",
  ],
  [
    "a condition of requiring is narrower",
    (r) =>
      (r.address.fields[1] = {
        at: "/line",
        widget: "text",
        require: { and: [{ "===": [{ var: "data.pincode" }, "110001"] }, { blank: { var: "data.line" } }, false] },
      }),
    "forms/home#/line",
  ],
  [
    "an optional field is there more often",
    (r) => (getField(r, "/letter").when = { in: [{ var: "data.status" }, ["letter", "part"]] }),
    "forms/diploma#/letter",
  ],
  ["the request expires later", ({ request }) => (request.expiry = -1), "organisations/acme/check#/expiry"],
  ["the minimum set is easier", ({ request }) => delete request.minimumSet, "organisations/acme/check#/minimumSet"],
  [
    "a verification accepts several submissions",
    ({ diploma }) => (diploma.acceptMultipleSubmissions = true),
    "verifications/diploma#/acceptMultipleSubmissions",
  ],
  [
    "a question has another answer to choose",
    ({ request }) => request.questions![1]!.options!.push({ name: "Any", value: "any" }),
    "organisations/acme/check#/questions/shift",
  ],
  [
    "a bound that another bound keeps anyway",
    (r) => (getField(r, "/begun").dates = { max: { var: "data.ended" } }),
    "forms/diploma#/begun",
  ],
  [
    "prices change in a free request",
    ({ prices }) => (prices.prices.verifications["diploma"]!["INTL"]!.price = 40),
    "catalogues/prices#/prices/verifications/diploma/INTL/price",
  ],
];

describe("patch: only texts and appearance differ", () => {
  it.each(each(patches))("$name", ({ edit }) => {
    expect(show(classifyEdit(edit))).toEqual({ class: "patch", reasons: [] });
  });
});

describe("minor: all valid data stays valid", () => {
  const former: Record<string, Edit> = {
    "a verification accepts several submissions": ({ diploma }) => delete diploma.acceptMultipleSubmissions,
  };
  it.each(each(minors))("$name", ({ name, edit, reason }) => {
    const found = show(classifyEdit(edit, former[name]));
    expect(found).toMatchObject({ class: "minor" });
    expect(found.reasons).toEqual([reason]);
  });
});
