import { makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import type { OperationId } from "#engine/api/operations.ts";
import { isSearched, toChoices } from "#engine/form/options.ts";
import type { RecordValue } from "#engine/form/record.ts";
import { call } from "#renderer/data/client.ts";
import { useKept } from "#renderer/data/use-kept.ts";
import { loadDates, type BlockScope } from "#renderer/runtime/scope.ts";
import { Paper } from "#renderer/shell/Paper.tsx";
import { findListed } from "../services/searched-options.ts";

const useStyles = makeStyles({
  papers: { display: "flex", flexDirection: "column", gap: "8px" },
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
function ChoiceName({ options, value, scope }: { options: string; value: string; scope: BlockScope }) {
  const find = (id: string) => scope.config.find("options", id);
  const list = find(options);
  const searched = list && isSearched(list) ? list : undefined;
  const asked = useKept(
    ["option", options, value],
    async (signal) => {
      const ask = (id: string, args: Record<string, unknown>) => call(id as OperationId, args, { signal });
      return (searched && (await findListed(searched, value, scope.scope, ask))) ?? null;
    },
    searched !== undefined,
  );
  const fixed = toChoices(options, find, scope.scope, scope.config.translate).find((choice) => choice.value === value);
  return <bdi>{fixed?.name ?? asked.data?.name ?? value}</bdi>;
}
