import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { DetectionReport, WidgetText } from "#widgets/widget.ts";
import type { UploadProblem } from "./tile-state.ts";
import { useFileStyles } from "./file-styles.ts";

/** Problems of a document and how to fix them; used in the modal and, as a fallback, in the tile. */
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
          {found.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ) : null}
      {report.ocr?.missing.length ? <p>{text("file.not-found", { list: report.ocr.missing.join(", ") })}</p> : null}
      <p>{text("file.upload-clear-copy")}</p>
      <p>{text("file.all-text-visible")}</p>
    </div>
  );
}

/** Why a file is not accepted. */
export function ErrorAdvice({ problem, formats, text }: { problem: UploadProblem; formats: string; text: WidgetText }) {
  return (
    <div>
      <p>{problem.unsupported ? text("file.unsupported") : (problem.message ?? text(problem.key))}</p>
      {problem.unsupported && problem.message ? <p>{problem.message}</p> : null}
      {problem.unsupported ? <p>{text("file.only-formats", { formats })}</p> : null}
    </div>
  );
}

const issues: readonly { key: TextKey; read(report: DetectionReport): boolean }[] = [
  { key: "file.issue-blurry", read: (report) => report.blurry.status },
  { key: "file.issue-smudgy", read: (report) => report.smudgy.status },
  { key: "file.issue-cropped", read: (report) => report.cropped.status },
  { key: "file.issue-dimension", read: (report) => report.dimension_issue.status },
];
