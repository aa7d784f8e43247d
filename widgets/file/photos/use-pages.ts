import { useRef, useState } from "react";
import type { WidgetText } from "#widgets/widget.ts";
import { movePaper, turnPaper } from "../parts/pages.ts";
import { makeFile, type FileToMake } from "./make-file.ts";
import { readPhoto, type PaperPage } from "./paper-page.ts";

/** What is under way, by its text. */
export type Busy = "photos.reading" | "photos.making";

/** The pages in their order, which of them is looked at, and what changes them; `problem` says what went wrong last. */
export function usePages(mostPages: number, text: WidgetText) {
  const next = useRef(0);
  const [pages, setPages] = useState<readonly PaperPage[]>([]);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState<Busy>();
  const [problem, setProblem] = useState("");

  /** Photos become pages, after the others or in the place of one; how many did. */
  const add = async (photos: readonly Blob[], instead?: number): Promise<number> => {
    const room = instead === undefined ? mostPages - pages.length : 1;
    const read: PaperPage[] = [];
    let trouble = photos.length > room ? text("photos.most", { n: mostPages }) : "";
    setBusy("photos.reading");
    for (const photo of photos.slice(0, room)) {
      try {
        read.push(await readPhoto(photo, next.current));
        next.current += 1;
      } catch {
        trouble = text("photos.unreadable", { name: photo instanceof File ? photo.name : "" });
      }
    }
    setBusy(undefined);
    setProblem(trouble);
    const [first] = read;
    if (!first) return 0;
    const place = instead === undefined ? -1 : pages.findIndex(({ key }) => key === instead);
    setPages(place < 0 ? [...pages, ...read] : pages.map((page, i) => (i === place ? first : page)));
    setAt(place < 0 ? pages.length + read.length - 1 : place);
    return read.length;
  };
  const make = async (file: FileToMake): Promise<File | undefined> => {
    setBusy("photos.making");
    try {
      return await makeFile(pages, file);
    } catch {
      setBusy(undefined);
      setProblem(text("file.failed"));
      return undefined;
    }
  };
  const move = (step: 1 | -1) => {
    setPages(movePaper(pages, at, step));
    setAt(Math.min(pages.length - 1, Math.max(0, at + step)));
  };
  const remove = () => {
    setPages(pages.filter((_, i) => i !== at));
    setAt(Math.max(0, Math.min(at, pages.length - 2)));
  };
  const turn = () => setPages(turnPaper(pages, at));
  const cut = () => setPages(pages.map((page, i) => (i === at ? { ...page, cut: !page.cut } : page)));
  return { pages, at, busy, problem, look: setAt, tell: setProblem, add, make, move, remove, turn, cut };
}

export type Pages = ReturnType<typeof usePages>;
