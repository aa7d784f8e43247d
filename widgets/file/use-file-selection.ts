import { useState } from "react";
import { findRefusal, toType, type Arrival, type FileRefusal } from "./file-rules.ts";
import { maxMergeFiles, mergeTypes } from "./merge/merge-list.ts";
import type { FileWidget } from "./use-upload.ts";

/** Handles chosen files: rejects them with a reason, merges several (`filesToMerge`), or sends one. */
export function useFileSelection(
  { props, disabled, readOnly }: FileWidget,
  accept: readonly string[],
  send: (file: File) => void,
) {
  const [refusal, setRefusal] = useState<FileRefusal>();
  const [filesToMerge, setFilesToMerge] = useState<readonly File[]>();

  const add = (files: readonly File[], arrival: Arrival) => {
    if (files.length === 0 || disabled || readOnly) return;
    const several = props.merge === true && (files.length > 1 || files.some((file) => !accept.includes(toType(file))));
    const rules = several
      ? { accept: mergeTypes, maxFiles: maxMergeFiles, anySize: true }
      : { accept, maxFiles: props.maxFiles ?? 1, anySize: props.category === "photo" };
    const rejection = findRefusal(files, rules, arrival);
    setRefusal(rejection);
    if (rejection) return;
    setFilesToMerge(several ? files : undefined);
    if (!several && files[0]) send(files[0]);
  };
  const clear = () => {
    setRefusal(undefined);
    setFilesToMerge(undefined);
  };
  return { refusal, filesToMerge, add, clear };
}
