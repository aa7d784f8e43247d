import type { RefObject } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { FileRefusal } from "./file-rules.ts";
import { useFileStyles } from "./file-styles.ts";
import { mergeTypes } from "./merge/merge-list.ts";
import type { FileWidget } from "./use-upload.ts";

export interface FileInputProps {
  widget: FileWidget;
  input: RefObject<HTMLInputElement | null>;
  accept: readonly string[];
  /** Covers the whole empty tile invisibly; otherwise it serves label, focus and replacing. */
  covers: boolean;
  tabbable: boolean;
  /** Without a label, the name. */
  name?: string | undefined;
  /** Several files can be picked at once. */
  several?: boolean;
  refusal?: FileRefusal;
  onPick(files: readonly File[]): void;
}

/** The native file input, which receives label, focus, keys and drops. */
export function FileInput({ widget, input, accept, covers, tabbable, name, several, refusal, onPick }: FileInputProps) {
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
      aria-label={name}
      multiple={several === true || props.merge === true || (props.maxFiles ?? 1) > 1}
      disabled={widget.disabled || widget.readOnly}
      aria-required={widget.required}
      aria-invalid={widget.invalid || refusal !== undefined}
      aria-describedby={descriptions.join(" ") || undefined}
      onChange={(event) => {
        onPick([...(event.target.files ?? [])]);
        event.target.value = ""; // allows picking the same file again
      }}
    />
  );
}
