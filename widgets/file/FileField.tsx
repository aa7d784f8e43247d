import { FileTile } from "./FileTile.tsx";
import { SeveralFiles } from "./SeveralFiles.tsx";
import type { FileWidget } from "./use-upload.ts";

/** Stored documents: one, or a list with `max`. */
export default function FileField(widget: FileWidget) {
  const { max } = widget.props;
  return max === undefined ? <FileTile widget={widget} /> : <SeveralFiles widget={widget} max={max} />;
}
