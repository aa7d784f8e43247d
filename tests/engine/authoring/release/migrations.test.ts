import { describe, expect, it } from "vitest";
import { toPinnedDefinitions } from "#engine/authoring/release/pinned-definitions.ts";
import { findMigrations, migrate } from "#engine/authoring/release/migrate.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { classifyEdit, getField, show, type Edit, type SmallRelease } from "./small-release.ts";

/** Raises the form's version and adds the migration of stored answers. */
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
  it("makes a major change minor, and the reason names the migration", () => {
    expect(classifyEdit(rename).class).toBe("major");
    const found = classifyEdit((release) => (rename(release), toNext(release, renamed)));
    const message = "is migrated by migrations/to-2";
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

  it("covers only the values that it names: another change stays major", () => {
    const found = classifyEdit((release) => {
      rename(release);
      getField(release, "/year").require = true;
      toNext(release, renamed);
    });
    expect(show(found)).toEqual({ class: "major", reasons: ["forms/diploma#/year"] });
  });

  it("sets the first value of a new required field", () => {
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
const form = (id: string, version: number, fields: unknown[] = []): AnyDefinition => {
  return { ...head, kind: "form", id, version, data: { type: "object", properties: {} }, fields };
};
const step = (id: string, to: number, change: object): AnyDefinition => {
  return { ...head, kind: "migration", id: `${id}-${to}`, form: id, to, ...change };
};
const find = (former: AnyDefinition[], newer: AnyDefinition[]) =>
  findMigrations(toPinnedDefinitions(former), toPinnedDefinitions(newer), "whole");

describe("findMigrations", () => {
  const steps = [
    step("whole", 3, { set: { "/c": { var: "data.b" } }, remove: ["/b"] }),
    step("whole", 2, { set: { "/b": { var: "data.a" } }, remove: ["/a"] }),
  ];

  it("returns every version step in order", () => {
    const found = find([form("whole", 1)], [form("whole", 3), ...steps]);
    expect(found.map(({ migration }) => migration.id)).toEqual(["whole-2", "whole-3"]);
    expect(migrate({ a: "x", kept: 1 }, found, { roots: {}, rules: {} })).toEqual({ c: "x", kept: 1 });
    expect(find([form("whole", 2)], [form("whole", 3), ...steps])).toHaveLength(1);
  });

  it("returns none when a step is missing, or for an older version", () => {
    expect(find([form("whole", 1)], [form("whole", 3), steps[0]!])).toEqual([]);
    expect(find([form("whole", 3)], [form("whole", 1), ...steps])).toEqual([]);
  });

  it("migrates a mounted form at its place, and only when it has data", () => {
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
