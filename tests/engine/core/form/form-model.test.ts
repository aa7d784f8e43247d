import { describe, expect, it } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { sectionSize, toFormModel } from "#engine/core/form/form-model.ts";
import { toDependencies } from "#engine/core/form/dependencies.ts";
import { toDataSchema, toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { address, degree, toModel } from "../../../support/sample-forms.ts";

const wide = (count: number): FormDefinition => ({
  $schema: "",
  kind: "form",
  id: "wide",
  description: "",
  data: {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: "string" as const }])),
  },
  fields: Array.from({ length: count }, (_, i) => ({ at: `/f${i}`, widget: "text", label: `Field ${i}` })),
});

describe("toFormModel", () => {
  it("lists fields in order at absolute pointers, mounted forms included", () => {
    expect(toModel(degree).fields.map((field) => field.pointer)).toEqual([
      "/name",
      "/token",
      "/level",
      "/status",
      "/marksheet",
      "/number",
      "/passedOn",
      "/working",
      "/consent",
      "/home/pincode",
      "/home/line1",
      "/home/landmark",
      "/office/pincode",
      "/office/line1",
      "/office/landmark",
      "/photo",
    ]);
  });

  it("opens a section per heading, and continues the outer one after it", () => {
    expect(toModel(degree).sections.map((section) => [section.id, section.group, section.title])).toEqual([
      ["main", "main", undefined],
      ["papers", "papers", "Documents"],
      ["main-2", "main", undefined],
      ["home", "home", "Home"],
      ["office", "office", "Office"],
      ["main-3", "main", undefined],
    ]);
  });

  it("splits a long form into sections of at most 30 fields with stable ids", () => {
    const model = toFormModel(wide(70), () => undefined);
    expect(model.sections.map((section) => [section.id, section.fields.length])).toEqual([
      ["main", sectionSize],
      ["main-2", sectionSize],
      ["main-3", 10],
    ]);
  });

  it("gives sections unique ids and headings unique groups, even when an author repeats a name", () => {
    const [first, second, ...others] = wide(70).fields;
    const form = {
      ...wide(70),
      fields: [
        { section: "employer", title: "Employer", fields: others.slice(0, 40) },
        { section: "employer-2", title: "Former employer", fields: others.slice(40) },
        {
          section: "home",
          title: "Home",
          fields: [first!, { at: "/home", form: "address", title: "Address" }, second!],
        },
      ],
    };
    const data = { ...form.data, properties: { ...form.data.properties, home: {} } };
    const model = toFormModel({ ...form, data }, () => address);
    const titles = new Map(model.sections.map(({ group, title }) => [group, title]));
    expect(new Set(model.sections.map(({ id }) => id)).size).toBe(model.sections.length);
    expect([...titles.values()]).toEqual(["Employer", "Former employer", "Home", "Address"]);
    for (const field of model.fields)
      expect(model.sections.find(({ id }) => id === field.section)?.fields).toContain(field);
  });

  it("creates no empty section before one that begins the form", () => {
    const form = { ...wide(1), fields: [{ section: "only", title: "Only", fields: wide(1).fields }] };
    expect(toFormModel(form, () => undefined).sections.map((section) => section.id)).toEqual(["only"]);
  });

  it("rejects a form that mounts itself", () => {
    const loop: FormDefinition = { ...wide(0), fields: [{ at: "/x", form: "wide" }] };
    expect(() => toFormModel(loop, () => loop)).toThrow("mounts itself");
  });

  it("builds closed, flat schemas per section and a nested one for the whole form", () => {
    const schemas = toSectionSchemas(toModel(degree));
    expect(schemas.find(({ id }) => id === "home")?.schema.properties).toHaveProperty(["/home/pincode"]);
    expect(schemas.every(({ schema }) => schema.additionalProperties === false && !("required" in schema))).toBe(true);
    expect(toDataSchema(toModel(degree)).properties?.["home"]?.properties).toHaveProperty("pincode");
    expect(toDataSchema(toModel(degree)).properties?.["photo"]?.additionalProperties).toBe(false);
  });

  it("orders fields by dependency and lists those that others read", () => {
    const { controllers, order, circle } = toDependencies(toModel(degree), {});
    expect([...controllers].sort()).toEqual(["/home/pincode", "/office/pincode", "/status", "/working"]);
    expect(circle).toEqual([]);
    const pointers = order.map((field) => field.pointer);
    expect(pointers.indexOf("/marksheet")).toBeGreaterThan(pointers.indexOf("/status"));
  });

  it("lists fields with circular conditions", () => {
    const form = wide(2);
    form.fields = [
      { at: "/f0", widget: "text", when: { var: "data.f1" } },
      { at: "/f1", widget: "text", when: { var: "data.f0" } },
    ];
    expect(
      toDependencies(
        toFormModel(form, () => undefined),
        {},
      ).circle,
    ).toEqual(["/f0", "/f1"]);
  });
});
