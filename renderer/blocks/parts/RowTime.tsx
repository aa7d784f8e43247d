import { makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { formatRelative } from "#engine/rules/relative-time.ts";
import { loadDates, type BlockScope } from "#renderer/runtime/scope.ts";
import { readServerTime } from "#renderer/session/clock.ts";

const useStyles = makeStyles({
  time: { color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
});

/** How long ago, with the exact moment in the tooltip; the words for dates are fetched when something needs them. */
export function RowTime({ at, scope }: { at: string; scope: BlockScope }) {
  const styles = useStyles();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let left = false;
    loadDates()
      .then(() => left || setReady(true))
      .catch((error: unknown) => console.warn("Exact times cannot be shown", error));
    return () => void (left = true);
  }, []);
  return (
    <time
      className={styles.time}
      dateTime={at}
      title={ready ? (scope.scope.formats?.date(at, "full") ?? undefined) : undefined}
    >
      {formatRelative(at, readServerTime().toISOString(), scope.config.words)}
    </time>
  );
}
