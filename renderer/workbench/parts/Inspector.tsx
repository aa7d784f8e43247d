import type { Documents, SourcePlace } from "../documents.ts";
import type { Outlined, Reason } from "../probe/wire.ts";
import { usePlace } from "../service.ts";
import type { Picked } from "./FrameView.tsx";

interface InspectorProps {
  documents: Documents;
  version: string;
  picked: Picked | undefined;
  onPick(picked: Picked): void;
}

/** The parts of a frame's page, those too that are not shown, and of the chosen one its place and its reasons. */
export function Inspector({ documents, version, picked, onPick }: InspectorProps) {
  if (!picked)
    return (
      <p className="hint">
        Point at a part of a frame, or press <b>Parts</b> below one, to see which document, file and line it comes from,
        and why it is shown, hidden, required or worked out.
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
              className={one.shown ? undefined : "gone"}
              aria-pressed={one.key === picked.key}
              onClick={() => onPick({ ...picked, key: one.key })}
            >
              {one.name} <small>{one.drawnBy}</small>
              {one.shown ? null : <small> · not shown</small>}
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
  part: Outlined;
  orgId: string;
}) {
  const place = documents.findPlace(part.document, part.name) ?? { path: `${part.document}.json`, pointer: "" };
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
        Drawn by <b>{part.drawnBy}</b>, {part.shown ? "shown" : "not shown"}.
      </p>
      {part.reasons.length === 0 ? <p>No rule decides here: it is always there, as it is written.</p> : null}
      {part.reasons.map((reason, index) => (
        <Why key={index} reason={reason} documents={documents} />
      ))}
    </section>
  );
}

/** Where something is written, by file, line and column. */
function PlaceLink({ documents, version, path, pointer }: { documents: Documents; version: string } & SourcePlace) {
  const place = usePlace(path, pointer, version);
  if (!place) return <span>{path}</span>;
  const { line, column } = place;
  return (
    <a href={toEditorLink(documents.folder, path, line, column)}>
      {path}:{line}:{column}
    </a>
  );
}

/** One thing that is decided: what it came to, the rules it asks with their own words, and what it read. */
function Why({ reason, documents }: { reason: Reason; documents: Documents }) {
  const said = (name: string) =>
    documents.list("rules").flatMap(({ rules }) => (Object.hasOwn(rules, name) ? [rules[name]!.why] : []))[0];
  return (
    <div className="why">
      <p>
        <b>{reason.part}</b>: {reason.outcome}
      </p>
      <code className="expression">{reason.expression}</code>
      {reason.rules.map(({ name, holds }) => {
        const why = said(name);
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

/** An address that Visual Studio Code and its kin open at the line. */
export const toEditorLink = (folder: string, path: string, line: number, column: number): string =>
  `vscode://file${encodeURI(`${folder.startsWith("/") ? "" : "/"}${folder}/${path}`)}:${line}:${column}`;
