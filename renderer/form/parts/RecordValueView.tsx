import { makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import type { RecordValue } from "#engine/form/record.ts";
import type { KeptQuery } from "#renderer/data/kept-query.ts";
import { useKept } from "#renderer/data/use-kept.ts";
import { loadDates, type BlockScope } from "#renderer/runtime/scope.ts";
import { Paper } from "#renderer/shell/Paper.tsx";
import { findChoiceName } from "../record-queries.ts";

const useStyles = makeStyles({
  papers: { display: "flex", flexDirection: "column", gap: "8px" },
  list: { margin: 0, paddingInlineStart: "20px" },
});

interface RecordValueViewProps {
  value: RecordValue;
  /** The id of its label. */
  labelId?: string;
  scope: BlockScope;
}

/** A value as it is read: a choice by its name, a date in words, a paper with its picture. */
export function RecordValueView({ value, labelId, scope }: RecordValueViewProps) {
  const styles = useStyles();
  switch (value.kind) {
    case "text":
      return <bdi>{value.text}</bdi>;
    case "flag":
      return scope.words(value.yes ? "record.yes" : "record.no");
    case "date":
      return <DateWords date={value.date} scope={scope} />;
    case "choice":
      return <ChoiceName {...value} scope={scope} />;
    case "papers":
      return (
        <span className={styles.papers}>
          {value.papers.map((fileUrl) => (
            <Paper key={fileUrl} fileUrl={fileUrl} labelId={labelId} config={scope.config} />
          ))}
          {value.text && <bdi>{value.text}</bdi>}
        </span>
      );
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

/** Date handling is fetched for the first date; until then it stands as it was written. */
function DateWords({ date, scope }: { date: string; scope: BlockScope }) {
  const [, setReady] = useState(false);
  useEffect(() => {
    loadDates().then(
      () => setReady(true),
      () => undefined, // it stays as it was written
    );
  }, []);
  return <bdi>{scope.scope.formats?.date(date, "long") || date}</bdi>;
}

/** The name behind a saved choice; the value itself where the list has none, because it was typed. */
function ChoiceName({ scope, ...choice }: { options: string; value: string; scope: BlockScope }) {
  const { name, query } = findChoiceName(choice, scope);
  const asked = useKept(query ?? noQuery, query !== undefined);
  return <bdi>{name ?? asked.data?.name ?? choice.value}</bdi>;
}

const noQuery: KeptQuery<{ readonly name: string } | null> = { key: ["option"], load: async () => null };
