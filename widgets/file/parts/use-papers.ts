import { useRef, useState } from "react";
import type { WidgetText } from "#widgets/widget.ts";
import { maxPapers, mergeTypes, movePaper, turnPaper, type Paper } from "./pages.ts";

export interface MergeTarget {
  /** Name of the PDF, without its ending. */
  readonly name: string;
  readonly text: WidgetText;
  onMerged(file: File): void;
}

/** The papers in their order, what changes it, and the making of one PDF; `problem` says what was not taken or could not be read. */
export function usePapers(first: readonly File[], { name, text, onMerged }: MergeTarget) {
  const next = useRef(first.length);
  const [papers, setPapers] = useState<readonly Paper[]>(() =>
    first.map((chosen, key) => ({ key, file: chosen, turns: 0 })),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  const add = (chosen: readonly File[]) => {
    const usable = chosen.filter(({ type }) => mergeTypes.includes(type));
    const refused = usable.length < chosen.length || papers.length + usable.length > maxPapers;
    setProblem(refused ? text("file.only-formats", { formats: "PDF, JPEG, PNG" }) : "");
    setPapers(
      [...papers, ...usable.map((added): Paper => ({ key: next.current++, file: added, turns: 0 }))].slice(
        0,
        maxPapers,
      ),
    );
  };
  const merge = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { mergePapers } = await import("./merge-papers.ts");
      onMerged(await mergePapers(papers, `${name}.pdf`));
    } catch (error) {
      const broken =
        typeof error === "object" && error !== null && "paper" in error ? Number(error.paper) + 1 : undefined;
      setProblem(broken === undefined ? text("file.failed") : text("file.page-unreadable", { n: broken }));
      setBusy(false);
    }
  };
  const move = (index: number, step: 1 | -1) => setPapers(movePaper(papers, index, step));
  const turn = (index: number) => setPapers(turnPaper(papers, index));
  const remove = (removed: number) => setPapers(papers.filter(({ key }) => key !== removed));
  return { papers, busy, problem, add, move, turn, remove, merge };
}
