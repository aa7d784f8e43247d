import { getAt, setAt } from "#engine/core/base/json-pointer.ts";
import { isGroup, isList, isMounted, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { FormEntry } from "#engine/core/definitions/form.ts";
import type { MigrationDefinition } from "#engine/core/definitions/migration.ts";
import type { DataTree } from "#engine/core/form/data-tree.ts";
import { evaluate, type Scope } from "#engine/core/rules/evaluate.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import type { PinnedDefinitions } from "./pinned-definitions.ts";
import { anyRow } from "#engine/core/form/lists.ts";

/** A migration with the base of its form in the whole data: "" or the mount point. */
export interface PlacedMigration {
  readonly migration: MigrationDefinition;
  readonly base: string;
}

/**
 * Returns the migrations of a form and its nested forms between two releases, in order. A form with a missing step has
 * none.
 */
export function findMigrations(former: PinnedDefinitions, newer: PinnedDefinitions, formId: string): PlacedMigration[] {
  return listNestedForms(former, formId).flatMap(({ id, base }) => {
    const [from, to] = [former, newer].map((pinned) => pinned.find("form", id)?.version ?? 1) as [number, number];
    const steps = newer
      .list("migration")
      .filter((one) => one.form === id && one.to > from && one.to <= to)
      .sort((a, b) => a.to - b.to);
    const isWhole = steps.length === to - from && steps.every((one, index) => one.to === from + index + 1);
    return isWhole ? steps.map((migration) => ({ migration, base })) : [];
  });
}

/** Returns a form and its nested forms, each with its base in the data. */
function listNestedForms(pinned: PinnedDefinitions, formId: string): { id: string; base: string }[] {
  const nested = new Map<string, { id: string; base: string }>();
  const enter = (id: string, base: string): void => {
    const key = `${id} ${base}`;
    if (nested.has(key)) return;
    nested.set(key, { id, base });
    walk(pinned.find("form", id)?.fields ?? [], base);
  };
  const walk = (entries: readonly FormEntry[], base: string): void => {
    for (const entry of entries) {
      if (isGroup(entry)) walk(entry.fields, base);
      else if (isList(entry)) walk(entry.fields, `${base}${entry.list}/${anyRow}`);
      else if (isUsed(entry)) enter(entry.use, base);
      else if (isMounted(entry)) enter(entry.form, base + entry.at);
    }
  };
  enter(formId, "");
  return [...nested.values()];
}

/** Migrates answers to the newer form; `scope` is that of the former form. */
export function migrate(data: unknown, migrations: readonly PlacedMigration[], scope: Scope): DataTree {
  const placed = migrations.flatMap(({ migration, base }) =>
    toRowBases(data, base).map((one) => ({ migration, base: one })),
  );
  return placed.reduce<DataTree>((whole, { migration, base }) => {
    const own = getAt(whole, base);
    if (own === undefined) return whole;
    const seen: Scope = { ...scope, roots: withData(scope.roots, own) };
    const changes = Object.entries(migration.set ?? {}).map(([at, value]) => [at, evaluate(value, seen)] as const);
    const gone = (migration.remove ?? []).map((at) => [at, undefined] as const);
    const next = [...gone, ...changes].reduce((tree, [at, value]) => setAt(tree, at, value ?? undefined), own);
    return setAt(whole, base, next);
  }, data as DataTree);
}

/** The bases of a form that is nested in the rows of a list: one for each row. */
function toRowBases(data: unknown, base: string): string[] {
  const [list, inRow] = base.split(`/${anyRow}/`);
  if (inRow === undefined) return [base];
  const rows = getAt(data, list!);
  return Array.isArray(rows) ? rows.map((_, index) => `${list}/${index}/${inRow}`) : [];
}

/** Replaces `data` in the roots; lazy roots stay lazy. */
const withData = (roots: Scope["roots"], data: unknown): Scope["roots"] =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(roots), data: { value: data, enumerable: true, configurable: true } },
  );

/**
 * Returns the places in the former answers that a migrated value depends on; the place itself where no migration sets
 * it.
 */
export function findOrigins(pointer: string, migrations: readonly PlacedMigration[], rules: Scope["rules"]): string[] {
  return migrations.toReversed().reduce<string[]>(
    (places, { migration, base }) =>
      places.flatMap((place) => {
        const value = place.startsWith(base) ? migration.set?.[place.slice(base.length)] : undefined;
        if (value === undefined) return [place];
        return readPaths(value, rules)
          .filter((path) => path.startsWith("data."))
          .map((path) => `${base}/${path.split(".").slice(1).join("/")}`);
      }),
    [pointer],
  );
}
