import type { RefObject } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { FileRefusal } from "./file-rules.ts";
import { useFileStyles } from "./file-styles.ts";
import { mergeTypes } from "./parts/pages.ts";
import type { FileWidget } from "./use-upload.ts";

export interface FileInputProps {
  widget: FileWidget;
  input: RefObject<HTMLInputElement | null>;
  accept: readonly string[];
  /** Lies unseen over the whole tile while that is empty; else it is there for label, focus and replacing. */
  covers: boolean;
  tabbable: boolean;
  refusal?: FileRefusal;
  onPick(files: readonly File[]): void;
}

/** The browser's own file field: what label, focus, keys and drops land on. */
export function FileInput({ widget, input, accept, covers, tabbable, refusal, onPick }: FileInputProps) {
  const styles = useFileStyles();
  const { id, props } = widget;
  const descriptions = [covers ? `${id}-place` : "", refusal ? `${id}-refusal` : "", widget.describedBy ?? ""].filter(
    Boolean,
  );
  return (
    <input
      ref={input}
      id={id}
      className={mergeClasses(styles.input, !covers && styles.hiddenInput)}
      type="file"
      tabIndex={tabbable ? undefined : -1}
      accept={(props.merge ? mergeTypes : accept).join(",")}
      multiple={props.merge === true || (props.maxFiles ?? 1) > 1}
      disabled={widget.disabled || widget.readOnly}
      aria-required={widget.required}
      aria-invalid={widget.invalid || refusal !== undefined}
      aria-describedby={descriptions.join(" ") || undefined}
      onChange={(event) => {
        onPick([...(event.target.files ?? [])]);
        event.target.value = ""; // the same file may be picked again
      }}
    />
  );
}
