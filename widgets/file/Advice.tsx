import type { TextKey } from "#engine/documents/text-keys.ts";
import type { DetectionReport, WidgetText } from "#widgets/widget.ts";
import type { Trouble } from "./tile-state.ts";
import { useFileStyles } from "./file-styles.ts";

/** What is wrong with a paper and how to mend it; the same words in the modal and, where it cannot open, in the tile. */
export function WarningAdvice({ report, text }: { report: DetectionReport; text: WidgetText }) {
  const styles = useFileStyles();
  const found = report.advice?.length
    ? report.advice
    : issues.filter(({ read }) => read(report)).map(({ key }) => text(key));
  return (
    <div>
      {report.reason ? <p>{report.reason}</p> : null}
      {found.length ? (
        <ul className={styles.list}>
          {found.map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      ) : null}
      {report.ocr?.missing.length ? <p>{text("file.not-found", { list: report.ocr.missing.join(", ") })}</p> : null}
      <p>{text("file.upload-clear-copy")}</p>
      <p>{text("file.all-text-visible")}</p>
    </div>
  );
}

/** Why a file cannot be taken at all. */
export function TroubleAdvice({ trouble, formats, text }: { trouble: Trouble; formats: string; text: WidgetText }) {
  return (
    <div>
      <p>{trouble.unsupported ? text("file.unsupported") : (trouble.message ?? text(trouble.key))}</p>
      {trouble.unsupported && trouble.message ? <p>{trouble.message}</p> : null}
      {trouble.unsupported ? <p>{text("file.only-formats", { formats })}</p> : null}
    </div>
  );
}

const issues: readonly { key: TextKey; read(report: DetectionReport): boolean }[] = [
  { key: "file.issue-blurry", read: (report) => report.blurry.status },
  { key: "file.issue-smudgy", read: (report) => report.smudgy.status },
  { key: "file.issue-cropped", read: (report) => report.cropped.status },
  { key: "file.issue-dimension", read: (report) => report.dimension_issue.status },
];
