import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ConfigStatus } from "#engine/contract/config.ts";
import { widths, type Choice, type Frame } from "../choice.ts";
import type { Documents } from "../documents.ts";
import { explainRedirect } from "../redirect-reason.ts";
import type { FromProbe, Outline, ToProbe } from "../probe/protocol.ts";
import { askSandbox } from "../service.ts";
import { openFrame, type OpenedFrame } from "../scene.ts";

/** A part of the page in one of the frames. */
export interface Picked {
  frame: Frame;
  outline: Outline;
  key?: string;
}

interface FrameProps {
  documents: Documents;
  choice: Choice;
  frame: Frame;
  /** Number of the frame; gives it its own host and so its own storage. */
  number: number;
  status: ConfigStatus | undefined;
  pointing: boolean;
  picked: Picked | undefined;
  onPick(picked: Picked): void;
}

/** The app as one person sees it, with the faults of its definitions in place. */
export function FrameView(props: FrameProps) {
  const { documents, choice, frame } = props;
  const opened = useQuery({
    queryKey: ["frame", choice.subject, choice.request, choice.values, frame],
    queryFn: () => openFrame(documents, choice, frame),
    structuralSharing: false,
  });
  return (
    <figure aria-label={toTitle(frame)}>
      <figcaption>{toTitle(frame)}</figcaption>
      {opened.isFetching ? <p role="status">Preparing the viewer …</p> : null}
      {opened.data?.failure ? (
        <p className="bad">This state could not be made for this request because {opened.data.failure}</p>
      ) : null}
      {opened.isError ? <p className="bad">{opened.error.message}</p> : null}
      {opened.data && !opened.isFetching ? (
        <OpenedFrameView key={opened.data.scene.id} {...props} opened={opened.data} />
      ) : null}
    </figure>
  );
}

const toTitle = ({ org, lang, who, width, theme }: Frame): string => [org, lang, who, width, theme].join(" · ");

const heightPx = 760;

function OpenedFrameView({
  documents,
  choice,
  frame,
  number,
  status,
  pointing,
  picked,
  onPick,
  opened,
}: FrameProps & { opened: OpenedFrame }) {
  const [outline, setOutline] = useState<Outline>();
  const element = useRef<HTMLIFrameElement>(null);
  const origin = `${window.location.protocol}//c${number}.${window.location.host}`;
  // The probe accepts messages only after its first outline.
  const send = (message: ToProbe) => outline && element.current?.contentWindow?.postMessage(message, origin);

  useEffect(() => {
    const handleMessage = ({ source, data }: MessageEvent<FromProbe>) => {
      if (source !== element.current?.contentWindow) return;
      setOutline(data.outline);
      if (data.type === "picked") onPick({ frame, outline: data.outline, key: data.key });
    };
    addEventListener("message", handleMessage);
    return () => removeEventListener("message", handleMessage);
  }, [frame, onPick]);

  // Keeps the inspected outline up to date.
  useEffect(() => {
    if (picked?.frame === frame && outline && picked.outline !== outline) onPick({ ...picked, outline });
  }, [picked, frame, outline, onPick]);

  const release = status?.release ?? undefined;
  const shown = useRef(release);
  useEffect(() => {
    const before = shown.current;
    shown.current = release ?? before;
    if (release === undefined || before === undefined || release === before) return;
    // A running transaction keeps its definitions after a major change; the author wants to see the change.
    const repinned = opened.open ? askSandbox("repin", { txnId: opened.open.txnId }) : Promise.resolve();
    void repinned.catch(() => undefined).then(() => send({ type: "reload" }));
  });
  useEffect(() => void send({ type: "point", on: pointing }));
  const pickedKey = picked && picked.frame === frame ? picked.key : undefined;
  useEffect(() => void (pointing || send({ type: "mark", key: pickedKey })));
  useEffect(() => {
    const issues = status?.issues ?? [];
    const faults = issues.flatMap(({ document, pointer, message }) => {
      const part = documents.findPart(document, pointer);
      return part ? [{ ...part, message }] : [];
    });
    send({ type: "faults", faults });
  });

  const redirectReason = outline?.screen ? explainRedirect(documents, choice, frame, outline.screen) : undefined;
  const width = widths[frame.width] ?? 390;
  const scale = width > 500 ? 0.5 : 0.8;
  return (
    <>
      {redirectReason ? <p className="bad">{redirectReason}</p> : null}
      <div className="cell" style={{ width: width * scale, height: heightPx * scale }}>
        <iframe
          ref={element}
          title={toTitle(frame)}
          name={JSON.stringify(opened.scene)}
          src={origin + opened.scene.path}
          style={{ width, height: heightPx, transform: `scale(${scale})` }}
          allow="camera; geolocation"
        />
      </div>
      <p className="below">
        <code>{outline ? outline.screen || "no screen" : "…"}</code>
        <button type="button" disabled={!outline} onClick={() => outline && onPick({ frame, outline })}>
          Parts
        </button>
        <a href={origin + opened.scene.path} target="_blank" rel="noreferrer">
          {opened.scene.path}
        </a>
      </p>
    </>
  );
}
