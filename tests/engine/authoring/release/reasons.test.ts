import { describe, expect, it } from "vitest";
import { classifyEdit, getField, getSchema, type Edit } from "./small-release.ts";

describe("reasons", () => {
  it("describe the differences of the resulting class only", () => {
    const { reasons } = classifyEdit((r) => {
      getField(r, "/course").require = true;
      getSchema(r, "school").maxLength = 99;
    });
    expect(reasons).toEqual([
      { document: "forms/diploma", pointer: "/course", message: "was optional and is required now" },
    ]);
  });

  it("contain an example that a rule would reject", () => {
    const [reason] = classifyEdit(
      ({ rules }) => (rules.rules["has-paper"]!.expr = { filled: { var: "data.status" } }),
    ).reasons;
    expect(reason).toMatchObject({ document: "forms/diploma", pointer: "/paper" });
    expect(reason?.message).toMatch(/is required in more cases now, for example with .*"\/status":"letter"/);
  });

  it("are the same on every run", () => {
    const edit: Edit = (r) => (getSchema(r, "number").pattern = "^[A-Y]{2}[0-9]{3,6}$");
    expect(classifyEdit(edit)).toEqual(classifyEdit(edit));
  });
});
