import { getAt, setAt } from "#engine/base/json-pointer.ts";
import { isMounted, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { FormEntry } from "#engine/documents/form.ts";
import type { MigrationDocument } from "#engine/documents/migration.ts";
import type { DataTree } from "#engine/form/data-tree.ts";
import { evaluate, type Scope } from "#engine/rules/evaluate.ts";
import { readPaths } from "#engine/rules/read-paths.ts";
import type { KeptDocuments } from "./kept-documents.ts";

/** A migration, and where the data of its form stand in the data of the whole: "" or where it is mounted. */
export interface PlacedMigration {
  readonly migration: MigrationDocument;
  readonly base: string;
}

/**
 * The migrations that lead stored answers of a form, and of the forms it holds, from the versions of a former release to
 * those of a newer one, in their order. A form to whose version not every step is written has none.
 */
export function findMigrations(former: KeptDocuments, newer: KeptDocuments, formId: string): PlacedMigration[] {
  return listHeld(former, formId).flatMap(({ id, base }) => {
    const [from, to] = [former, newer].map((kept) => kept.find("form", id)?.version ?? 1) as [number, number];
    const steps = newer
      .list("migration")
      .filter((one) => one.form === id && one.to > from && one.to <= to)
      .sort((a, b) => a.to - b.to);
    const isWhole = steps.length === to - from && steps.every((one, index) => one.to === from + index + 1);
    return isWhole ? steps.map((migration) => ({ migration, base })) : [];
  });
}

/** A form and the forms that it holds, each with the place of its data. */
function listHeld(kept: KeptDocuments, formId: string): { id: string; base: string }[] {
  const held = new Map<string, { id: string; base: string }>();
  const enter = (id: string, base: string): void => {
    const key = `${id} ${base}`;
    if (held.has(key)) return;
    held.set(key, { id, base });
    walk(kept.find("form", id)?.fields ?? [], base);
  };
  const walk = (entries: readonly FormEntry[], base: string): void => {
    for (const entry of entries) {
      if (isSection(entry)) walk(entry.fields, base);
      else if (isUsed(entry)) enter(entry.use, base);
      else if (isMounted(entry)) enter(entry.form, base + entry.at);
    }
  };
  enter(formId, "");
  return [...held.values()];
}

/** Answers as the newer form has them; the scope is that of the former form, its `data` are these. */
export function migrate(data: unknown, migrations: readonly PlacedMigration[], scope: Scope): DataTree {
  return migrations.reduce<DataTree>((whole, { migration, base }) => {
    const own = getAt(whole, base);
    if (own === undefined) return whole;
    const seen: Scope = { ...scope, roots: withData(scope.roots, own) };
    const changes = Object.entries(migration.set ?? {}).map(([at, value]) => [at, evaluate(value, seen)] as const);
    const gone = (migration.remove ?? []).map((at) => [at, undefined] as const);
    const next = [...gone, ...changes].reduce((tree, [at, value]) => setAt(tree, at, value ?? undefined), own);
    return setAt(whole, base, next);
  }, data as DataTree);
}

/** Roots with other answers; those that are made when they are read stay so. */
const withData = (roots: Scope["roots"], data: unknown): Scope["roots"] =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(roots), data: { value: data, enumerable: true, configurable: true } },
  );

/**
 * Where a value of migrated answers comes from: the places that were read for it, in the answers as they were. Itself, where
 * no migration sets it.
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
