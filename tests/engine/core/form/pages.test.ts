import { describe, expect, it } from "vitest";
import { derive } from "#engine/core/form/derive.ts";
import { chooseStep, findPage, listPages, listStepErrors, toProgress, toSteps } from "#engine/core/form/pages.ts";
import { toPageRecords, toRecord } from "#engine/core/form/record.ts";
import { validate } from "#engine/core/form/validate.ts";
import type { FormDefinition, FormEntry } from "#engine/core/definitions/form.ts";
import { moving } from "../../../support/paged-form.ts";
import { messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const model = toModel(moving);
const rented = { homes: [{ city: "Pune", rent: 100 }] };
const owned = { homes: [{ city: "Pune" }] };
const pagesOf = (data: unknown, only?: string[]) =>
  listPages(model, derive(model, data, scope, { ...(only && { only }) }), only);
const ids = (data: unknown, only?: string[]) => pagesOf(data, only).map(({ id }) => id);

describe("listPages", () => {
  it("leaves out a page whose condition is false and one with nothing to see", () => {
    expect(ids(owned)).toEqual(["homes", "remark", "paper"]);
    expect(ids(rented)).toEqual(["homes", "owner", "remark", "paper"]);
  });

  it("keeps only the pages with a requested field in a correction", () => {
    expect(ids(rented, ["/paper"])).toEqual(["paper"]);
    expect(ids(rented, ["/homes/0/rent", "/owner"])).toEqual(["homes", "owner"]);
    expect(ids(owned, ["/owner"])).toEqual([]);
  });

  it("treats the answers of a hidden page as absent", () => {
    const derived = derive(model, { ...owned, owner: "Ravi" }, scope);
    expect(derived.submitted).not.toHaveProperty("owner");
    expect(derive(model, { ...rented, owner: "Ravi" }, scope).submitted).toHaveProperty("owner", "Ravi");
  });
});

describe("toSteps", () => {
  it("ends with a review unless there is a single page", () => {
    expect(toSteps(pagesOf(owned))).toEqual(["homes", "remark", "paper", "review"]);
    expect(toSteps(pagesOf(owned, ["/paper"]))).toEqual(["paper"]);
    expect(toSteps([])).toEqual(["review"]);
  });
});

describe("findPage", () => {
  it("finds the page of a field, of a part of its value, of a row and of a list", () => {
    const find = (pointer: string) => findPage(model, pointer)?.id;
    expect(["/owner", "/paper/0", "/homes/2/city", "/homes", "/salary"].map(find)).toEqual([
      "owner",
      "paper",
      "homes",
      "homes",
      undefined,
    ]);
  });

  it("shows each error on its page and the others on the review", () => {
    const errors = validate(model, toTools(model), { ...rented, remark: "none", salary: 1 }, scope, messages);
    const on = (step: string) => listStepErrors(model, errors, step).map(({ pointer }) => pointer);
    expect([on("homes"), on("owner"), on("paper"), on("review")]).toEqual([
      ["/homes"],
      ["/owner"],
      ["/paper"],
      ["/salary"],
    ]);
  });
});

describe("chooseStep", () => {
  const progress = (data: unknown, open: string[]) => toProgress(model, pagesOf(data), open);
  const choose = (data: unknown, open: string[], wanted: { address?: string; kept?: string; isStarted?: boolean }) =>
    chooseStep(progress(data, open), { isStarted: true, ...wanted });

  it("opens the step of the address up to the first page that is not complete", () => {
    expect(choose(rented, ["/paper"], { address: "paper" })).toEqual({ step: "paper" });
    expect(choose(rented, ["/owner", "/paper"], { address: "homes" })).toEqual({ step: "homes" });
    expect(choose(rented, [], { address: "review" })).toEqual({ step: "review" });
  });

  it("leads to the first page that is not complete, with the reason, when a page is skipped by address", () => {
    expect(choose(rented, ["/owner", "/paper"], { address: "review" })).toEqual({
      step: "owner",
      reason: "incomplete",
    });
    expect(choose(rented, ["/homes/0/city"], { address: "paper" })).toEqual({ step: "homes", reason: "incomplete" });
  });

  it.each(["owner", "salary", "hidden"])("names the missing page %s when the address has it", (address) => {
    expect(choose(owned, ["/paper"], { address })).toEqual({ step: "paper", reason: "unknown" });
  });

  it("opens the page that the draft kept, and none that a newer form no longer has", () => {
    expect(choose(rented, ["/paper"], { kept: "remark" })).toEqual({ step: "remark" });
    expect(choose(rented, ["/paper"], { kept: "gone" })).toEqual({ step: "paper" });
    expect(choose(rented, ["/homes/0/city", "/paper"], { kept: "remark" })).toEqual({ step: "homes" });
  });

  it("opens an empty form at its first page and stored answers where they end", () => {
    expect(choose({}, ["/paper"], { isStarted: false })).toEqual({ step: "homes" });
    expect(choose(owned, ["/paper"], {})).toEqual({ step: "paper" });
    expect(choose(owned, [], {})).toEqual({ step: "review" });
  });
});

describe("toRecord", () => {
  it("groups the answers by their pages, with the heading of each", () => {
    const record = toRecord(
      model,
      { ...rented, owner: "Ravi", paper: "/f" },
      scope,
      (english) => english,
      () => undefined,
    );
    expect(
      toPageRecords(record).map(({ page, sections }) => [page?.title, sections.map(({ title }) => title)]),
    ).toEqual([
      ["Where you lived", ["Home 1"]],
      ["The owner in Pune", ["Who"]],
      ["Your paper", [""]],
    ]);
  });
});

describe("toFormModel", () => {
  const withFields = (fields: FormEntry[]): FormDefinition => ({ ...moving, checks: [], fields });
  const page = (fields: FormEntry[], id = "p"): FormEntry => ({ page: id, title: "P", fields });
  const remark: FormEntry = { at: "/remark", widget: "text" };

  it.each<[string, FormEntry[]]>([
    ["in another", [page([page([remark], "q")])]],
    ["in a list", [{ list: "/homes", item: "H", add: "A", fields: [page([{ at: "/city", widget: "text" }])] }]],
  ])("rejects a page %s", (_, fields) => {
    expect(() => toModel(withFields(fields))).toThrow("is inside of a page or list");
  });

  it("rejects two pages of one id", () => {
    expect(() => toModel(withFields([page([remark]), page([{ at: "/owner", widget: "text" }])]))).toThrow(
      "two pages p",
    );
  });

  it("ends a page where the next entry begins, after its sections and lists", () => {
    expect(model.pages.map(({ id, sections }) => [id, sections.map((one) => one.id)])).toEqual([
      ["homes", ["homes-1", "homes-2", "homes-3"]],
      ["owner", ["owner", "who"]],
      ["hidden", ["hidden"]],
      ["remark", ["remark"]],
      ["paper", ["paper"]],
    ]);
  });
});
