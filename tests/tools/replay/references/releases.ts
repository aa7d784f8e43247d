import { checkFiles } from "#engine/authoring/check/run.ts";
import { applyChanges, type DefinitionChange } from "#engine/authoring/release/apply-changes.ts";
import { listActions, type ReferenceCheck } from "./fault.ts";

/** A release in a step must be publishable. */
export const findReleaseFaults: ReferenceCheck = (fixture, set) =>
  listActions(fixture).flatMap(({ action, pointer }) => {
    const changes = action["release"];
    if (!Array.isArray(changes)) return [];
    const { sources, issues } = applyChanges(set.sources, changes as DefinitionChange[]);
    const wrong = issues.length > 0 ? issues : checkFiles(sources, set.context);
    // The sandbox accepts a release with missing translations.
    return wrong
      .filter(({ code }) => !code.endsWith("-translation"))
      .map(({ document, pointer: at, message }) => ({
        pointer: `${pointer}/release`,
        message: `${document} ${at}: ${message}`,
      }));
  });
