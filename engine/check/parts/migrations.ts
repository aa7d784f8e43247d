import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { MigrationDocument } from "#engine/documents/migration.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** A form, its version, and the migrations that speak of it. */
export interface MigratedForm {
  readonly source: SourceDocument;
  readonly id: string;
  readonly version: number;
  readonly migrations: readonly { readonly source: SourceDocument; readonly document: MigrationDocument }[];
}

const migrated = (set: DocumentSet): readonly MigratedForm[] => {
  const migrations = set
    .ofKind("migration")
    .map((source) => ({ source, document: source.document as DocumentOf<"migration"> }));
  return set.ofKind("form").map((source) => {
    const { id, version = 1 } = source.document as DocumentOf<"form">;
    return { source, id, version, migrations: migrations.filter(({ document }) => document.form === id) };
  });
};

/** Every form with its version and its migrations. */
export const listMigrations = (set: DocumentSet): readonly MigratedForm[] => set.once(migrated);
