import { describe, expect, it } from "vitest";
import { toKeptDocuments } from "#engine/release/kept-documents.ts";
import { findMigrations, migrate } from "#engine/release/migrate.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { classifyEdit, getField, show, type Edit, type SmallRelease } from "./small-release.ts";

/** The form's next version, and how stored answers get there. */
const toNext = (release: SmallRelease, migration: NonNullable<SmallRelease["migration"]>): void => {
  release.form.version = 2;
  release.migration = migration;
};
const rename: Edit = (release) => {
  const { properties } = release.form.data;
  properties!["subject"] = properties!["course"]!;
  delete properties!["course"];
  getField(release, "/course").at = "/subject";
  release.form.checks!.find(({ id }) => id === "long-course")!.at = "/subject";
};
const renamed = { set: { "/subject": { var: "data.course" } }, remove: ["/course"] };

describe("a migration", () => {
  it("makes a change minor that would be major: what was given is brought over, and the author is told how", () => {
    expect(classifyEdit(rename).class).toBe("major");
    const found = classifyEdit((release) => (rename(release), toNext(release, renamed)));
    const message = "becomes what migrations/to-2 says";
    expect(found.class).toBe("minor");
    expect(found.reasons).toContainEqual({ document: "forms/diploma", pointer: "/course", message });
  });

  it.each([
    ["that forgets what it moves", { set: { "/subject": { var: "data.course" } } }, "forms/diploma#/course"],
    [
      "that makes what the form refuses",
      { set: { "/subject": "x".repeat(90) }, remove: ["/course"] },
      "forms/diploma#/subject",
    ],
  ])("%s leaves it major, at the place that refuses", (_, migration, place) => {
    const found = show(classifyEdit((release) => (rename(release), toNext(release, migration))));
    expect(found).toMatchObject({ class: "major" });
    expect(found.reasons).toContain(place);
  });

  it("speaks for the values that it names: another change of the form stays major", () => {
    const found = classifyEdit((release) => {
      rename(release);
      getField(release, "/year").require = true;
      toNext(release, renamed);
    });
    expect(show(found)).toEqual({ class: "major", reasons: ["forms/diploma#/year"] });
  });

  it("gives a new required field its first value", () => {
    const ask: Edit = (release) => {
      release.form.data.properties!["mode"] = { enum: ["full-time", "part-time"] };
      release.form.fields.push({ at: "/mode", widget: "select", label: "Mode", require: true });
    };
    expect(classifyEdit(ask).class).toBe("major");
    const given = classifyEdit((release) => (ask(release), toNext(release, { set: { "/mode": "full-time" } })));
    expect(given.class).toBe("minor");
  });
});

const head = { $schema: "", description: "For tests." };
const form = (id: string, version: number, fields: unknown[] = []): AnyDocument => {
  return { ...head, kind: "form", id, version, data: { type: "object", properties: {} }, fields };
};
const step = (id: string, to: number, change: object): AnyDocument => {
  return { ...head, kind: "migration", id: `${id}-${to}`, form: id, to, ...change };
};
const find = (former: AnyDocument[], newer: AnyDocument[]) =>
  findMigrations(toKeptDocuments(former), toKeptDocuments(newer), "whole");

describe("the way from one version to another", () => {
  const steps = [
    step("whole", 3, { set: { "/c": { var: "data.b" } }, remove: ["/b"] }),
    step("whole", 2, { set: { "/b": { var: "data.a" } }, remove: ["/a"] }),
  ];

  it("goes over every version between them, in order", () => {
    const found = find([form("whole", 1)], [form("whole", 3), ...steps]);
    expect(found.map(({ migration }) => migration.id)).toEqual(["whole-2", "whole-3"]);
    expect(migrate({ a: "x", kept: 1 }, found, { roots: {}, rules: {} })).toEqual({ c: "x", kept: 1 });
    expect(find([form("whole", 2)], [form("whole", 3), ...steps])).toHaveLength(1);
  });

  it("is none where a step is missing, and none back", () => {
    expect(find([form("whole", 1)], [form("whole", 3), steps[0]!])).toEqual([]);
    expect(find([form("whole", 3)], [form("whole", 1), ...steps])).toEqual([]);
  });

  it("of a form that another one mounts changes what stands at its place, and only where something does", () => {
    const whole = form("whole", 1, [{ at: "/home", form: "home" }]);
    const found = find(
      [whole, form("home", 1)],
      [whole, form("home", 2), step("home", 2, { set: { "/pincode": { var: "data.pin" } }, remove: ["/pin"] })],
    );
    const scope = { roots: {}, rules: {} };
    expect(migrate({ pin: "1", home: { pin: "560001" } }, found, scope)).toEqual({
      pin: "1",
      home: { pincode: "560001" },
    });
    expect(migrate({ pin: "1" }, found, scope)).toEqual({ pin: "1" });
  });
});
