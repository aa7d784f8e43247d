import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { maxFrames, listFrames, readChoice, writeChoice, type Choice } from "./choice.ts";
import type { Documents } from "./documents.ts";
import { Controls } from "./parts/Controls.tsx";
import { Faults } from "./parts/Faults.tsx";
import { FrameView, type Picked } from "./parts/FrameView.tsx";
import { Inspector } from "./parts/Inspector.tsx";
import { Messages } from "./parts/Messages.tsx";
import { useDocuments, useStatus } from "./service.ts";
import { describeRelease } from "./release-status.ts";

/** The page of the workbench: controls, frames and inspector. */
export function Workbench() {
  const status = useStatus();
  const version = status?.checkedAt ?? "";
  const { documents, error } = useDocuments(version);
  if (!documents) return <p className="waiting">{error ? error.message : "Loading the definitions …"}</p>;
  return <Bench documents={documents} status={status} version={version} />;
}

function toDefaultChoice(documents: Documents): Choice {
  const organisations = documents.list("organisation");
  const first = organisations.find((one) => one.default) ?? organisations[0];
  const screens = documents.list("screen");
  const root = screens.find(({ route }) => route === "/") ?? screens[0];
  return {
    subject: `screens/${root?.id ?? ""}`,
    request: "",
    org: [first?.id ?? ""],
    lang: ["en"],
    who: ["candidate"],
    width: ["phone"],
    theme: ["light"],
    values: {},
  };
}

interface BenchProps {
  documents: Documents;
  status: ReturnType<typeof useStatus>;
  version: string;
}

function Bench({ documents, status, version }: BenchProps) {
  const [choice, setChoice] = useState(() => readChoice(window.location.search, toDefaultChoice(documents)));
  const [pointing, setPointing] = useState(false);
  const [picked, setPicked] = useState<Picked>();
  const frames = useMemo(() => listFrames(choice), [choice]);
  const queries = useQueryClient();
  useEffect(() => history.replaceState(null, "", writeChoice(choice)), [choice]);
  useEffect(() => {
    const stop = ({ key }: KeyboardEvent) => void (key === "Escape" && setPointing(false));
    addEventListener("keydown", stop);
    return () => removeEventListener("keydown", stop);
  }, []);
  const change = (next: Choice) => {
    setChoice(next);
    setPicked(undefined);
  };
  return (
    <div className="bench">
      <header className="bar">
        <h1>Sanad workbench</h1>
        <ReleaseStatus status={status} />
        <button type="button" aria-pressed={pointing} onClick={() => setPointing(!pointing)}>
          {pointing ? "Point at a part … (Esc)" : "Point at a part"}
        </button>
        <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ["frame"] })}>
          Start again
        </button>
      </header>
      <nav className="controls" aria-label="Choice">
        <Controls documents={documents} choice={choice} onChange={change} />
      </nav>
      <main className="frames">
        <Faults issues={status?.issues ?? []} folder={documents.folder} />
        {frames.length > maxFrames ? (
          <p role="status">
            {frames.length} combinations are chosen; the first {maxFrames} are shown.
          </p>
        ) : null}
        <div className="grid">
          {frames.slice(0, maxFrames).map((frame, index) => (
            <FrameView
              key={JSON.stringify([choice.subject, choice.request, choice.values, frame])}
              documents={documents}
              choice={choice}
              frame={frame}
              number={index + 1}
              status={status}
              pointing={pointing}
              picked={picked}
              onPick={(next) => {
                setPicked(next);
                setPointing(false);
              }}
            />
          ))}
        </div>
        <Messages documents={documents} choice={choice} />
      </main>
      <aside className="inspector" aria-label="Inspector">
        <Inspector documents={documents} version={version} picked={picked} onPick={setPicked} />
      </aside>
    </div>
  );
}

/** The served release, and whether it equals the folder. */
function ReleaseStatus({ status }: Pick<BenchProps, "status">) {
  if (!status) return <p role="status">The app does not answer …</p>;
  const { text, good } = describeRelease(status);
  return (
    <p role="status" className={good ? "good" : "bad"}>
      {text} <code>{status.release?.slice(0, 8)}</code>
    </p>
  );
}
