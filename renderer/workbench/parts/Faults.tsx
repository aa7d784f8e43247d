import type { ConfigStatus } from "#engine/api/config.ts";
import { toEditorLink } from "./Inspector.tsx";

/** What is wrong with the documents as they were saved last, each with its place. */
export function Faults({ issues, folder }: { issues: ConfigStatus["issues"]; folder: string }) {
  if (issues.length === 0) return null;
  return (
    <section className="faults" role="alert">
      <h2>{issues.length} to mend</h2>
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
    </section>
  );
}
