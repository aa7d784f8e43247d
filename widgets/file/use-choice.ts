import { useState } from "react";
import { findRefusal, toType, type Arrival, type FileRefusal } from "./file-rules.ts";
import { maxPapers, mergeTypes } from "./parts/pages.ts";
import type { FileWidget } from "./use-upload.ts";

/** What becomes of chosen files: refused with a reason, put in order first (`papers`), or sent. */
export function useChoice(
  { props, disabled, readOnly }: FileWidget,
  accept: readonly string[],
  send: (file: File) => void,
) {
  const [refusal, setRefusal] = useState<FileRefusal>();
  const [papers, setPapers] = useState<readonly File[]>();

  const take = (files: readonly File[], arrival: Arrival) => {
    if (files.length === 0 || disabled || readOnly) return;
    const several = props.merge === true && (files.length > 1 || files.some((file) => !accept.includes(toType(file))));
    const rules = several
      ? { accept: mergeTypes, maxFiles: maxPapers, anySize: true }
      : { accept, maxFiles: props.maxFiles ?? 1, anySize: props.category === "photo" };
    const found = findRefusal(files, rules, arrival);
    setRefusal(found);
    if (found) return;
    setPapers(several ? files : undefined);
    if (!several && files[0]) send(files[0]);
  };
  const clear = () => {
    setRefusal(undefined);
    setPapers(undefined);
  };
  return { refusal, papers, take, clear };
}
