import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ConfigStatus } from "#engine/api/config.ts";
import { widths, type Choice, type Frame } from "../choice.ts";
import type { Documents } from "../documents.ts";
import { sayElsewhere } from "../elsewhere.ts";
import type { FromProbe, Outline, ToProbe } from "../probe/wire.ts";
import { askSandbox } from "../service.ts";
import { openFrame, type Opened } from "../scene.ts";

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
  /** Of the frames; gives it a host, and so a storage, of its own. */
  number: number;
  status: ConfigStatus | undefined;
  pointing: boolean;
  picked: Picked | undefined;
  onPick(picked: Picked): void;
}

/** The app as one person sees it, with the faults of its documents in place. */
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
      {opened.isFetching ? <p role="status">Making who looks, and what they have …</p> : null}
      {opened.data?.unmade ? (
        <p className="bad">This state could not be made for this request because {opened.data.unmade}</p>
      ) : null}
      {opened.isError ? <p className="bad">{opened.error.message}</p> : null}
      {opened.data && !opened.isFetching ? (
        <Opening key={opened.data.scene.id} {...props} opened={opened.data} />
      ) : null}
    </figure>
  );
}

const toTitle = ({ org, lang, who, width, theme }: Frame): string => [org, lang, who, width, theme].join(" · ");

const heightPx = 760;

function Opening({
  documents,
  choice,
  frame,
  number,
  status,
  pointing,
  picked,
  onPick,
  opened,
}: FrameProps & { opened: Opened }) {
  const [outline, setOutline] = useState<Outline>();
  const element = useRef<HTMLIFrameElement>(null);
  const origin = `${window.location.protocol}//c${number}.${window.location.host}`;
  // Until the frame has told something it is not there to be asked.
  const ask = (message: ToProbe) => outline && element.current?.contentWindow?.postMessage(message, origin);

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<FromProbe>) => {
      if (source !== element.current?.contentWindow) return;
      setOutline(data.outline);
      if (data.tell === "picked") onPick({ frame, outline: data.outline, key: data.key });
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [frame, onPick]);

  // Whoever looks at the parts of a page sees those that it has now.
  useEffect(() => {
    if (picked?.frame === frame && outline && picked.outline !== outline) onPick({ ...picked, outline });
  }, [picked, frame, outline, onPick]);

  const release = status?.release ?? undefined;
  const shown = useRef(release);
  useEffect(() => {
    const before = shown.current;
    shown.current = release ?? before;
    if (release === undefined || before === undefined || release === before) return;
    // What runs stays with its documents when a change is major; an author is here to see the change.
    const newest = opened.open ? askSandbox("newest", { txnId: opened.open.txnId }) : Promise.resolve();
    void newest.catch(() => undefined).then(() => ask({ ask: "reload" }));
  });
  useEffect(() => void ask({ ask: "point", on: pointing }));
  const own = picked && picked.frame === frame ? picked.key : undefined;
  useEffect(() => void (pointing || ask({ ask: "mark", key: own })));
  useEffect(() => {
    const issues = status?.issues ?? [];
    const faults = issues.flatMap(({ document, pointer, message }) => {
      const part = documents.findPart(document, pointer);
      return part ? [{ ...part, message }] : [];
    });
    ask({ ask: "faults", faults });
  });

  const elsewhere = outline?.screen ? sayElsewhere(documents, choice, frame, outline.screen) : undefined;
  const width = widths[frame.width] ?? 390;
  const scale = width > 500 ? 0.5 : 0.8;
  return (
    <>
      {elsewhere ? <p className="bad">{elsewhere}</p> : null}
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
