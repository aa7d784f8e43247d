import { makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import type { RecordValue } from "#engine/core/form/record.ts";
import type { CachedQuery } from "#renderer/data/use-cached-query.ts";
import { useCachedQuery } from "#renderer/data/use-cached-query.ts";
import { loadDates, type BlockScope } from "#renderer/runtime/scope.ts";
import { UploadedDocument } from "#renderer/shell/UploadedDocument.tsx";
import { toDateText, toRangeText } from "../date-text.ts";
import { toFlagText } from "../flag-text.ts";
import { toNumberText } from "../number-text.ts";
import { findChoiceName } from "../record-queries.ts";
import { SignatureView } from "./SignatureView.tsx";

const useStyles = makeStyles({
  documents: { display: "flex", flexDirection: "column", gap: "8px" },
  // A text of several lines keeps them.
  lines: { whiteSpace: "pre-line" },
  list: { margin: 0, paddingInlineStart: "20px" },
});

interface RecordValueViewProps {
  value: RecordValue;
  labelId?: string;
  scope: BlockScope;
}

/** A read-only value: the name of a choice, a date in words, a document with its preview. */
export function RecordValueView({ value, labelId, scope }: RecordValueViewProps) {
  const styles = useStyles();
  switch (value.kind) {
    case "text":
      return <bdi className={styles.lines}>{value.text}</bdi>;
    case "flag":
      return <bdi>{toFlagText(value, scope)}</bdi>;
    case "date":
      return <DateText date={value.date} scope={scope} />;
    case "range":
      return <RangeText range={value} scope={scope} />;
    case "number":
      return <bdi>{toNumberText(value, scope)}</bdi>;
    case "choice":
      return <ChoiceName {...value} scope={scope} />;
    case "documents":
      return (
        <span className={styles.documents}>
          {value.documents.map((fileUrl) => (
            <UploadedDocument key={fileUrl} fileUrl={fileUrl} labelId={labelId} config={scope.config} />
          ))}
          {value.text && <bdi>{value.text}</bdi>}
        </span>
      );
    case "signature":
      return <SignatureView {...value} uiText={scope.uiText} />;
    case "list":
      return (
        <ul className={styles.list}>
          {value.values.map((one, index) => (
            <li key={index}>
              <RecordValueView value={one} labelId={labelId} scope={scope} />
            </li>
          ))}
        </ul>
      );
  }
}

/** Date formatting is loaded for the first date; until then the raw value shows. */
function useDates(): void {
  const [, setReady] = useState(false);
  useEffect(() => {
    loadDates().then(
      () => setReady(true),
      () => undefined, // the raw value stays
    );
  }, []);
}

function DateText({ date, scope }: { date: string; scope: BlockScope }) {
  useDates();
  return <bdi>{toDateText(date, scope)}</bdi>;
}

function RangeText({ range, scope }: { range: Extract<RecordValue, { kind: "range" }>; scope: BlockScope }) {
  useDates();
  return <bdi>{toRangeText(range, scope)}</bdi>;
}

/** The name of a saved choice, or the value itself when the list has none, because it was typed. */
function ChoiceName({ scope, ...choice }: { options: string; value: string; scope: BlockScope }) {
  const { name, query } = findChoiceName(choice, scope);
  const found = useCachedQuery(query ?? noQuery, query !== undefined);
  return <bdi>{name ?? found.data?.name ?? choice.value}</bdi>;
}

const noQuery: CachedQuery<{ readonly name: string } | null> = { key: ["option"], load: async () => null };
