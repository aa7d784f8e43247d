import { issueAt, type Check } from "./parts/set.ts";
import { listMigrations } from "./parts/migrations.ts";

/** A form with a version to which no migration leads: transactions that run would stay on the one they have. */
export const missingMigration: Check = (set) =>
  listMigrations(set).flatMap(({ source, id, version, migrations }) => {
    if (version === 1) return [];
    const known = new Set(migrations.map(({ document }) => document.to));
    const first = Math.min(version, ...known);
    const missing = [...Array(version + 1 - first).keys()].map((step) => first + step).find((to) => !known.has(to));
    if (missing === undefined) return [];
    const message = `No migration leads ${id} to version ${missing}: stored answers of an earlier one stay as they are`;
    return [issueAt(source, "/version", "missing-migration", message)];
  });
