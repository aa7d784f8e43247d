import { listMigrations } from "./parts/migrations.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A migration to a version that its form does not have, or that another one leads to, or that changes nothing. */
export const idleMigration: Check = (set) =>
  listMigrations(set).flatMap(({ id, version, migrations }) =>
    migrations.flatMap(({ source, document }, index) => {
      const say = (pointer: string, message: string) => [issueAt(source, pointer, "idle-migration", message)];
      if (document.to > version)
        return say(
          "/to",
          `The form ${id} is at version ${version}: raise its version to ${document.to} in its own file, or nothing would ever lead there`,
        );
      const other = migrations.slice(0, index).find((one) => one.document.to === document.to);
      if (other) return say("/to", `${other.source.path} leads ${id} to version ${document.to} already`);
      const changes = Object.keys(document.set ?? {}).length + (document.remove ?? []).length;
      return changes === 0 ? say("", "This migration changes nothing: it has neither set nor remove") : [];
    }),
  );
