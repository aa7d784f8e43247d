import { useRef, useState } from "react";
import type { WidgetText } from "#widgets/widget.ts";
import { maxMergeFiles, mergeTypes, moveItem, rotateItem, type MergeFile } from "./merge-list.ts";

export interface MergeTarget {
  /** Name of the PDF without its extension. */
  readonly name: string;
  readonly text: WidgetText;
  onMerged(file: File): void;
}

/** The files in order, the functions that change them, and the merge. `problem` is the message of the last failure. */
export function useMergeList(first: readonly File[], { name, text, onMerged }: MergeTarget) {
  const next = useRef(first.length);
  const [items, setItems] = useState<readonly MergeFile[]>(() =>
    first.map((chosen, key) => ({ key, file: chosen, quarterTurns: 0 })),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  const add = (chosen: readonly File[]) => {
    const usable = chosen.filter(({ type }) => mergeTypes.includes(type));
    const refused = usable.length < chosen.length || items.length + usable.length > maxMergeFiles;
    setProblem(refused ? text("file.only-formats", { formats: "PDF, JPEG, PNG" }) : "");
    setItems(
      [...items, ...usable.map((added): MergeFile => ({ key: next.current++, file: added, quarterTurns: 0 }))].slice(
        0,
        maxMergeFiles,
      ),
    );
  };
  const merge = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { mergeFiles } = await import("./merge-files.ts");
      onMerged(await mergeFiles(items, `${name}.pdf`));
    } catch (error) {
      const position =
        typeof error === "object" && error !== null && "index" in error ? Number(error.index) + 1 : undefined;
      setProblem(position === undefined ? text("file.failed") : text("file.page-unreadable", { n: position }));
      setBusy(false);
    }
  };
  const move = (index: number, step: 1 | -1) => setItems(moveItem(items, index, step));
  const rotate = (index: number) => setItems(rotateItem(items, index));
  const remove = (removed: number) => setItems(items.filter(({ key }) => key !== removed));
  return { items, busy, problem, add, move, rotate, remove, merge };
}
