import { useRef, useState } from "react";
import type { WidgetText } from "#widgets/widget.ts";
import { moveItem, rotateItem } from "../merge/merge-list.ts";
import { makeFile, type FileToMake } from "./make-file.ts";
import { readPhoto, type PhotoPage } from "./photo-page.ts";

/** Text key of the running task. */
export type Busy = "photos.reading" | "photos.making";

/**
 * The pages in order, the selected one, and the functions that change them. `problem` is the message of the last
 * failure.
 */
export function usePages(maxPages: number, text: WidgetText) {
  const next = useRef(0);
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState<Busy>();
  const [problem, setProblem] = useState("");

  /** Adds photos as pages, or replaces the page with this key. Returns the number of new pages. */
  const add = async (photos: readonly Blob[], replacedKey?: number): Promise<number> => {
    const remaining = replacedKey === undefined ? maxPages - pages.length : 1;
    const added: PhotoPage[] = [];
    let message = photos.length > remaining ? text("photos.limit", { n: maxPages }) : "";
    setBusy("photos.reading");
    for (const photo of photos.slice(0, remaining)) {
      try {
        added.push(await readPhoto(photo, next.current));
        next.current += 1;
      } catch {
        message = text("photos.unreadable", { name: photo instanceof File ? photo.name : "" });
      }
    }
    setBusy(undefined);
    setProblem(message);
    const [first] = added;
    if (!first) return 0;
    const position = replacedKey === undefined ? -1 : pages.findIndex(({ key }) => key === replacedKey);
    setPages(position < 0 ? [...pages, ...added] : pages.map((page, i) => (i === position ? first : page)));
    setAt(position < 0 ? pages.length + added.length - 1 : position);
    return added.length;
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
    setPages(moveItem(pages, at, step));
    setAt(Math.min(pages.length - 1, Math.max(0, at + step)));
  };
  const remove = () => {
    setPages(pages.filter((_, i) => i !== at));
    setAt(Math.max(0, Math.min(at, pages.length - 2)));
  };
  const rotate = () => setPages(rotateItem(pages, at));
  const toggleCrop = () =>
    setPages(pages.map((page, i) => (i === at ? { ...page, isCropped: !page.isCropped } : page)));
  return { pages, at, busy, problem, select: setAt, setProblem, add, make, move, remove, rotate, toggleCrop };
}

export type Pages = ReturnType<typeof usePages>;
