import { countOf } from "#engine/core/base/count-of.ts";
import type { ConfigStatus } from "#engine/contract/config.ts";
import { groupFindings } from "../findings.ts";
import { toEditorLink } from "./Inspector.tsx";

interface FaultsProps {
  issues: readonly ConfigStatus["issues"][number][];
  folder: string;
}

/** Larger groups of findings are collapsed. */
const maxExpanded = 3;

/** Findings of the last saved definitions with their places; limited in height to leave room for the frames. */
export function Faults({ issues, folder }: FaultsProps) {
  if (issues.length === 0) return null;
  return (
    <section className="faults" role="alert" tabIndex={0} aria-label={`${countOf(issues.length, "fault")} to fix`}>
      <h2>{countOf(issues.length, "fault")} to fix</h2>
      {groupFindings(issues).map((group) =>
        group.issues.length > maxExpanded ? (
          <details key={`${group.document} ${group.code}`}>
            <summary>
              {group.document}: {group.issues.length} × <code>{group.code}</code>
            </summary>
            <List issues={group.issues} folder={folder} />
          </details>
        ) : (
          <List key={`${group.document} ${group.code}`} issues={group.issues} folder={folder} />
        ),
      )}
    </section>
  );
}

function List({ issues, folder }: FaultsProps) {
  return (
    <ul>
      {issues.map(({ document, pointer, line, column, code, message }) => (
        <li key={`${document}${pointer}${message}`}>
          <a href={toEditorLink(folder, document, line, column)}>
            {document}:{line}:{column}
          </a>{" "}
          <code>{code}</code> {message}
        </li>
      ))}
    </ul>
  );
}
