import { describe, expect, it } from "vitest";
import { classifyEdit, each, getField, getSchema, show, type Case, type Edit } from "./small-release.ts";

const paid: Edit = ({ request }) => (request.payment = "user");

const majors: readonly Case[] = [
  ["a field is removed", ({ form }) => form.fields.splice(5, 1), "forms/diploma#/course"],
  [
    "a page that is never shown has a field",
    ({ form }) => {
      const [course] = form.fields.splice(5, 1);
      form.fields = [
        { page: "all", title: "All", fields: form.fields },
        { page: "course", title: "Course", when: false, fields: [course!] },
      ];
    },
    "forms/diploma#/course",
  ],
  ["a field is never shown", (r) => (getField(r, "/course").when = false), "forms/diploma#/course"],
  [
    "a new field is required",
    ({ form }) => {
      form.data.properties!["extra"] = { type: "string" };
      form.fields.push({ at: "/extra", widget: "text", label: "Extra", require: true });
    },
    "forms/diploma#/extra",
  ],
  [
    "a new field is required under a condition",
    ({ form }) => {
      form.data.properties!["extra"] = { type: "string" };
      form.fields.push({
        at: "/extra",
        widget: "text",
        label: "Extra",
        require: { "===": [{ var: "data.level" }, "master"] },
      });
    },
    "forms/diploma#/extra",
  ],
  ["an optional field is required", (r) => (getField(r, "/course").require = true), "forms/diploma#/course"],
  [
    "an optional field is required under a condition",
    (r) => (getField(r, "/course").require = { filled: { var: "data.town" } }),
    "forms/diploma#/course",
  ],
  [
    "a condition of requiring is wider",
    (r) =>
      (r.address.fields[1] = {
        at: "/line",
        widget: "text",
        require: { in: [{ var: "data.pincode" }, ["110001", "110002"]] },
      }),
    "forms/home#/line",
  ],
  [
    "a field is there less often",
    ({ rules }) => (rules.rules["has-paper"]!.expr = { "===": [{ var: "data.status" }, "whole"] }),
    "forms/diploma#/paper",
  ],
  [
    "a required field is there more often",
    ({ rules }) => (rules.rules["has-paper"]!.expr = { filled: { var: "data.status" } }),
    "forms/diploma#/paper",
  ],
  [
    "a section hides its fields under a condition",
    ({ form }) => {
      const section = form.fields.find((entry) => "section" in entry)!;
      section.when = { "===": [{ var: "data.level" }, "master"] };
    },
    "forms/diploma#/paper",
  ],
  [
    "a mounted form hides its fields under a condition",
    ({ form }) => (form.fields.at(-1)!.when = { "!": { var: "data.agreed" } }),
    "forms/home#/pincode",
  ],
  ["a pattern accepts less", (r) => (getSchema(r, "number").pattern = "^[A-Y]{2}[0-9]{3,6}$"), "forms/diploma#/number"],
  [
    "a pattern accepts fewer characters",
    (r) => (getSchema(r, "number").pattern = "^[A-Z]{2}[0-9]{3,5}$"),
    "forms/diploma#/number",
  ],
  [
    "a pattern of a mounted form accepts less",
    ({ address }) => (address.data.properties!["pincode"]!.pattern = "^[1-9][0-9]{5}$"),
    "forms/home#/pincode",
  ],
  ["a pattern is new", (r) => (getSchema(r, "course").pattern = "^[A-Z]"), "forms/diploma#/course"],
  ["a format is new", (r) => (getSchema(r, "course").format = "email"), "forms/diploma#/course"],
  [
    "a date is written the other way round",
    (r) => (getSchema(r, "begun").format = "yyyy-MM-dd"),
    "forms/diploma#/begun",
  ],
  ["a text must be shorter", (r) => (getSchema(r, "school").maxLength = 30), "forms/diploma#/school"],
  ["a text must be longer", (r) => (getSchema(r, "school").minLength = 2), "forms/diploma#/school"],
  ["a number must be lower", (r) => (getSchema(r, "marks").maximum = 50), "forms/diploma#/marks"],
  ["a number has a step", (r) => (getSchema(r, "marks").multipleOf = 5), "forms/diploma#/marks"],
  ["a number must be whole", (r) => (getSchema(r, "marks").type = "integer"), "forms/diploma#/marks"],
  [
    "a text becomes a number",
    (r) => Object.assign(getSchema(r, "course"), { type: "number", maxLength: undefined }),
    "forms/diploma#/course",
  ],
  [
    "a part of an object is removed",
    (r) => delete getSchema(r, "place").properties!["note"],
    "forms/diploma#/place/note",
  ],
  ["a value of an enumeration is removed", (r) => getSchema(r, "status").enum!.pop(), "forms/diploma#/status"],
  ["a choice is removed", ({ levels }) => levels.items!.splice(1, 1), "forms/diploma#/level"],
  ["a choice is disabled", ({ levels }) => (levels.items![1]!.disabled = true), "forms/diploma#/level"],
  ["a list is narrowed", ({ levels }) => (levels.enabled = ["bachelor"]), "forms/diploma#/level"],
  [
    "a searched list becomes a fixed one",
    ({ towns }) => Object.assign(towns, { call: undefined, items: [{ value: "delhi", label: "Delhi" }] }),
    "forms/diploma#/town",
  ],
  ["a type of file is no longer accepted", (r) => getField(r, "/paper").accept!.pop(), "forms/diploma#/paper"],
  [
    "future dates are no longer accepted",
    (r) => (getField(r, "/begun").dates = { disableFuture: true }),
    "forms/diploma#/begun",
  ],
  ["a date may not be as early", (r) => (getField(r, "/begun").dates = { min: "01-01-2000" }), "forms/diploma#/begun"],
  [
    "a check is new",
    ({ form }) =>
      form.checks!.push({
        id: "agreed",
        at: "/agreed",
        when: { filled: { var: "data.town" } },
        assert: { var: "data.agreed" },
        message: "No",
      }),
    "forms/diploma#/agreed",
  ],
  [
    "a check refuses more",
    ({ form }) =>
      (form.checks![0]!.assert = { or: [{ blank: { var: "data.marks" } }, { ">=": [{ var: "data.marks" }, 50] }] }),
    "forms/diploma#/marks",
  ],
  ["a warning refuses", ({ form }) => (form.checks![1]!.severity = "error"), "forms/diploma#/course"],
  ["a typed field is computed", (r) => (getField(r, "/course").value = "Physics"), "forms/diploma#/course"],
  [
    "a computed field is computed differently",
    (r) => (getField(r, "/name").value = { var: "profile.mobile" }),
    "forms/diploma#/name",
  ],
  ["a field can no longer be typed", (r) => (getField(r, "/course").readOnly = true), "forms/diploma#/course"],
  [
    "a field can no longer be typed under a condition",
    (r) => (getField(r, "/course").readOnly = { filled: { var: "data.school" } }),
    "forms/diploma#/course",
  ],
  ["a field becomes sensitive", (r) => (getField(r, "/number").sensitive = true), "forms/diploma#/number"],
  [
    "a verification is added",
    ({ request }) => request.verifications.push({ verification: "passport", skipAllowed: true }),
    "organisations/acme/check#/verifications/2",
  ],
  [
    "a verification is removed",
    ({ request }) => request.verifications.pop(),
    "organisations/acme/check#/verifications",
  ],
  [
    "a verification may no longer be skipped",
    ({ request }) => (request.verifications[0]!.skipAllowed = false),
    "organisations/acme/check#/verifications/0",
  ],
  [
    "a verification may be skipped",
    ({ request }) => (request.verifications[1]!.skipAllowed = true),
    "organisations/acme/check#/verifications/1",
  ],
  [
    "the minimum set is harder",
    ({ request }) => (request.minimumSet!.atLeast = 2),
    "organisations/acme/check#/minimumSet/atLeast",
  ],
  [
    "a reference number is no longer requested",
    ({ request }) => delete request.basicDetails,
    "organisations/acme/check#/basicDetails",
  ],
  [
    "a question is new",
    ({ request }) => request.questions!.push({ id: "when", question: "When?", type: "date" }),
    "organisations/acme/check#/questions/when",
  ],
  ["a question is removed", ({ request }) => request.questions!.shift(), "organisations/acme/check#/questions/why"],
  [
    "an answer to choose is removed",
    ({ request }) => request.questions![1]!.options!.pop(),
    "organisations/acme/check#/questions/shift",
  ],
  ["express is no longer offered", ({ request }) => delete request.express, "organisations/acme/check#/express"],
  ["the request is paid", paid, "organisations/acme/check#/payment"],
  [
    "the request expires earlier",
    ({ request }) => (request.expiry = 1_900_000_000),
    "organisations/acme/check#/expiry",
  ],
  ["the request is gone", ({ request }) => (request.id = "another"), "organisations/acme/check#"],
  ["a verification no longer has a form", ({ diploma }) => delete diploma.form, "verifications/diploma#/form"],
  ["a captcha is required", ({ diploma }) => (diploma.captcha = { at: "/course" }), "verifications/diploma#/captcha"],
  [
    "inputs are hidden from this client",
    ({ diploma }) => (diploma.hidden = { "web-wallet": ["course"] }),
    "forms/diploma#/course",
  ],
];

describe("major: valid data is rejected or lost, or new data is required", () => {
  it.each(each(majors))("$name", ({ edit, reason }) => {
    const found = show(classifyEdit(edit));
    expect(found.class).toBe("major");
    if (reason) expect(found.reasons).toContain(reason);
  });

  it.each(
    each([
      ["a price", ({ prices }) => (prices.prices.verifications["diploma"]!["INTL"]!.price = 40)],
      ["a tax rate", ({ prices }) => (prices.prices.regions["INTL"]!.taxRate = 12)],
      ["the discount", ({ prices }) => (prices.prices.availableDiscount.percentage = 5)],
      [
        "a discount of the request's own",
        ({ request }) => (request.discount = { percentage: 5, minAmount: { INTL: 1 } }),
      ],
      ["what sets a price", ({ diploma }) => delete diploma.pricing],
    ]),
  )("$name changes in a paid request", ({ edit }) => {
    expect(classifyEdit(edit, paid).class).toBe("major");
  });

  it("is not caused by the price of a verification outside the request", () => {
    const other: Edit = ({ prices }) => (prices.prices.verifications["passport"]!["INTL"]!.price = 1);
    expect(classifyEdit(other, paid)).toMatchObject({ class: "patch", reasons: [] });
  });

  it("is caused by a changed text of the verification that a rule reads", () => {
    const reads: Edit = (r) => (getField(r, "/course").require = { var: "verification.marksheetRequired" });
    const asks: Edit = ({ request }) => (request.verifications[0]!.marksheetRequired = true);
    expect(classifyEdit(asks).class).toBe("minor");
    expect(show(classifyEdit(asks, reads))).toEqual({ class: "major", reasons: ["forms/diploma#/course"] });
  });
});
