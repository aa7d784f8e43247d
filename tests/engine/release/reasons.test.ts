import { describe, expect, it } from "vitest";
import { classifyEdit, getField, getSchema, type Edit } from "./small-release.ts";

describe("reasons", () => {
  it("say in words what is different, and only for the class that is reached", () => {
    const { reasons } = classifyEdit((r) => {
      getField(r, "/course").require = true;
      getSchema(r, "school").maxLength = 99;
    });
    expect(reasons).toEqual([
      { document: "forms/diploma", pointer: "/course", message: "was optional and is required now" },
    ]);
  });

  it("show by example what a rule would refuse", () => {
    const [reason] = classifyEdit(
      ({ rules }) => (rules.rules["has-paper"]!.expr = { filled: { var: "data.status" } }),
    ).reasons;
    expect(reason).toMatchObject({ document: "forms/diploma", pointer: "/paper" });
    expect(reason?.message).toMatch(/is required now where it was not, for example with .*"\/status":"letter"/);
  });

  it("a release is the same each time it is judged", () => {
    const edit: Edit = (r) => (getSchema(r, "number").pattern = "^[A-Y]{2}[0-9]{3,6}$");
    expect(classifyEdit(edit)).toEqual(classifyEdit(edit));
  });
});
