import { useEffect, useRef, useState } from "react";
import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ArrowDown20Regular, ArrowRotateClockwise20Regular, ArrowUp20Regular, Dismiss20Regular, Document24Regular, Warning16Filled } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { toSizeText } from "../file-rules.ts";
import { useFileStyles } from "../file-styles.ts";
import { findPageHint } from "./page-picture.ts";
import { maxPapers, mergeTypes, movePaper, turnPaper, type Paper } from "./pages.ts";
import { useThumbnail } from "../use-stored-file.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  paper: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, paddingBottom: tokens.spacingVerticalXS },
  tools: { display: "flex", flexWrap: "wrap", paddingInlineStart: tokens.spacingHorizontalS },
  footer: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS, padding: tokens.spacingHorizontalM },
  turned: { transitionProperty: "transform", transitionDuration: "150ms", "@media (prefers-reduced-motion: reduce)": { transitionDuration: "0ms" } },
});

export interface PapersPanelProps {
  first: readonly File[];
  name: string;
  text: WidgetText;
  onMerged(file: File): void;
  onCancel(): void;
}

/** Several papers put in order, turned upright and made one PDF before they are sent. */
export default function PapersPanel({ first, name, text, onMerged, onCancel }: PapersPanelProps) {
  const styles = useStyles();
  const file = useFileStyles();
  const controls = useControlStyles();
  const next = useRef(first.length);
  const [papers, setPapers] = useState<readonly Paper[]>(() => first.map((chosen, key) => ({ key, file: chosen, turns: 0 })));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const picker = useRef<HTMLInputElement>(null);

  const add = (chosen: readonly File[]) => {
    const usable = chosen.filter(({ type }) => mergeTypes.includes(type));
    const refused = usable.length < chosen.length || papers.length + usable.length > maxPapers;
    setProblem(refused ? text("file.only-formats", { formats: "PDF, JPEG, PNG" }) : "");
    setPapers([...papers, ...usable.map((added): Paper => ({ key: next.current++, file: added, turns: 0 }))].slice(0, maxPapers));
  };
  const merge = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { mergePapers } = await import("./merge-papers.ts");
      onMerged(await mergePapers(papers, `${name}.pdf`));
    } catch (error) {
      const broken = typeof error === "object" && error !== null && "paper" in error ? Number(error.paper) + 1 : undefined;
      setProblem(broken === undefined ? text("file.failed") : text("file.page-unreadable", { n: broken }));
      setBusy(false);
    }
  };
  return (
    <div>
      <ol className={styles.list}>
        {papers.map((paper, index) => (
          <PaperItem
            key={paper.key}
            paper={paper}
            place={index + 1}
            last={papers.length}
            text={text}
            onMove={(step) => setPapers(movePaper(papers, index, step))}
            onTurn={() => setPapers(turnPaper(papers, index))}
            onRemove={() => (papers.length === 1 ? onCancel() : setPapers(papers.filter(({ key }) => key !== paper.key)))}
          />
        ))}
      </ol>
      <div role="alert" className={problem ? file.advice : undefined}>{problem}</div>
      <div className={styles.footer}>
        <Button className={controls.button} appearance="primary" disabled={busy} onClick={() => void merge()}>{text(busy ? "file.merging" : "file.merge-and-upload")}</Button>
        <Button className={controls.button} disabled={busy} onClick={() => picker.current?.click()}>{text("file.add-pages")}</Button>
        <Button className={controls.button} disabled={busy} appearance="subtle" onClick={onCancel}>{text("file.discard-pages")}</Button>
        <input ref={picker} type="file" hidden multiple accept={mergeTypes.join(",")} aria-label={text("file.pages")} onChange={(event) => { add([...(event.target.files ?? [])]); event.target.value = ""; }} />
      </div>
    </div>
  );
}

interface PaperItemProps { paper: Paper; place: number; last: number; text: WidgetText; onMove(step: 1 | -1): void; onTurn(): void; onRemove(): void }

function PaperItem({ paper, place, last, text, onMove, onTurn, onRemove }: PaperItemProps) {
  const styles = useStyles();
  const file = useFileStyles();
  const controls = useControlStyles();
  const picture = useThumbnail(paper.file, undefined);
  const hint = usePageHint(paper.file);
  return (
    <li className={styles.paper}>
      <div className={file.row}>
        <span aria-hidden className={file.picture}>
          {picture ? <img className={mergeClasses(file.image, styles.turned)} style={{ transform: `rotate(${paper.turns * 90}deg)` }} src={picture} alt="" /> : <Document24Regular />}
        </span>
        <div className={file.words}>
          <span className={file.main}>{`${place}. ${paper.file.name}`}</span>
          <span className={file.quiet}>{toSizeText(paper.file.size)}</span>
          {hint ? <span className={mergeClasses(file.verdict, file.bad)}><Warning16Filled aria-hidden />{text(hint)}</span> : null}
        </div>
        <Button className={controls.iconButton} appearance="subtle" icon={<Dismiss20Regular />} aria-label={text("file.remove-page", { n: place })} onClick={onRemove} />
      </div>
      <div className={styles.tools}>
        <Button className={controls.iconButton} appearance="subtle" icon={<ArrowUp20Regular />} aria-label={text("file.move-up", { n: place })} disabled={place === 1} onClick={() => onMove(-1)} />
        <Button className={controls.iconButton} appearance="subtle" icon={<ArrowDown20Regular />} aria-label={text("file.move-down", { n: place })} disabled={place === last} onClick={() => onMove(1)} />
        <Button className={controls.iconButton} appearance="subtle" icon={<ArrowRotateClockwise20Regular />} aria-label={text("file.rotate", { n: place })} onClick={onTurn} />
      </div>
    </li>
  );
}

/** The warning of a photographed page, found while the candidate orders the others. */
function usePageHint(file: File): string | undefined {
  const [hint, setHint] = useState<string>();
  useEffect(() => {
    let gone = false;
    findPageHint(file).then((found) => { if (!gone) setHint(found); }, () => undefined); // a page that cannot be drawn here is judged by the server
    return () => { gone = true; };
  }, [file]);
  return hint;
}
