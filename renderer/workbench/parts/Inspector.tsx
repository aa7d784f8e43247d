import type { Documents, SourceLocation } from "../documents.ts";
import type { OutlinePart, Reason } from "../probe/protocol.ts";
import { useLineAndColumn } from "../service.ts";
import type { Picked } from "./FrameView.tsx";

interface InspectorProps {
  documents: Documents;
  version: string;
  picked: Picked | undefined;
  onPick(picked: Picked): void;
}

/** All parts of a frame's page, hidden ones included; for the picked part its place and reasons. */
export function Inspector({ documents, version, picked, onPick }: InspectorProps) {
  if (!picked)
    return (
      <p className="hint">
        Point at a part of a frame, or press <b>Parts</b> below one, to see which definition, file and line it comes
        from, and why it is shown, hidden, required or computed.
      </p>
    );
  const part = picked.outline.parts.find(({ key }) => key === picked.key);
  return (
    <>
      {part ? <Part documents={documents} version={version} part={part} orgId={picked.frame.org} /> : null}
      <h2>Parts of {picked.outline.screen}</h2>
      <ul className="outline">
        {picked.outline.parts.map((one) => (
          <li key={one.key} style={{ paddingInlineStart: one.depth * 14 }}>
            <button
              type="button"
              className={one.isShown ? undefined : "gone"}
              aria-pressed={one.key === picked.key}
              onClick={() => onPick({ ...picked, key: one.key })}
            >
              {one.name} <small>{one.drawnBy}</small>
              {one.isShown ? null : <small> · not shown</small>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Part({
  documents,
  version,
  part,
  orgId,
}: {
  documents: Documents;
  version: string;
  part: OutlinePart;
  orgId: string;
}) {
  const place = documents.findLocation(part.document, part.name) ?? { path: `${part.document}.json`, pointer: "" };
  const overrides = documents.listOverrides(orgId, part.document, part.name);
  return (
    <section className="part">
      <h2>{part.name}</h2>
      <p>
        <PlaceLink documents={documents} version={version} {...place} /> <code>{place.pointer || "/"}</code>
      </p>
      {overrides.map(({ target, ...written }) => (
        <p key={target}>
          Changed by <PlaceLink documents={documents} version={version} {...written} />, <code>{target}</code>
        </p>
      ))}
      <p>
        Drawn by <b>{part.drawnBy}</b>, {part.isShown ? "shown" : "not shown"}.
      </p>
      {part.reasons.length === 0 ? <p>No rule decides here: it is always shown as written.</p> : null}
      {part.reasons.map((reason, index) => (
        <ReasonView key={index} reason={reason} documents={documents} />
      ))}
    </section>
  );
}

/** A link to a place by file, line and column. */
function PlaceLink({ documents, version, path, pointer }: { documents: Documents; version: string } & SourceLocation) {
  const place = useLineAndColumn(path, pointer, version);
  if (!place) return <span>{path}</span>;
  const { line, column } = place;
  return (
    <a href={toEditorLink(documents.folder, path, line, column)}>
      {path}:{line}:{column}
    </a>
  );
}

/** One decision: its outcome, the rules it calls and the values it reads. */
function ReasonView({ reason, documents }: { reason: Reason; documents: Documents }) {
  const getDescription = (name: string) =>
    documents.list("rules").flatMap(({ rules }) => (Object.hasOwn(rules, name) ? [rules[name]!.why] : []))[0];
  return (
    <div className="why">
      <p>
        <b>{reason.part}</b>: {reason.outcome}
      </p>
      <code className="expression">{reason.expression}</code>
      {reason.rules.map(({ name, holds }) => {
        const why = getDescription(name);
        return (
          <p key={name} className={holds ? "holds" : "fails"}>
            <b>{name}</b> {holds ? "holds" : "does not hold"}: {typeof why === "string" ? why : JSON.stringify(why)}
          </p>
        );
      })}
      {reason.reads.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">read</th>
              <th scope="col">value</th>
            </tr>
          </thead>
          <tbody>
            {reason.reads.map(({ path, value }) => (
              <tr key={path}>
                <th scope="row">{path}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}

/** An address that opens the line in Visual Studio Code and its relatives. */
export const toEditorLink = (folder: string, path: string, line: number, column: number): string =>
  `vscode://file${encodeURI(`${folder.startsWith("/") ? "" : "/"}${folder}/${path}`)}:${line}:${column}`;
