import { useEffect, useState } from "react";
import { fillText } from "#engine/documents/text.ts";
import { formatRelative } from "#engine/rules/relative-time.ts";
import { loadDates, type BlockScope } from "#renderer/runtime/scope.ts";
import { readServerTime } from "#renderer/session/clock.ts";

interface RowTimeProps {
  at: string;
  /** How it is told, with {ago}; else it stands alone. */
  words?: string | undefined;
  scope: BlockScope;
  className: string;
}

/** How long ago, with the exact moment in the tooltip; the words for dates are fetched when something needs them. */
export function RowTime({ at, words, scope, className }: RowTimeProps) {
  const ago = formatRelative(at, readServerTime().toISOString(), scope.config.words);
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
      className={className}
      dateTime={at}
      title={ready ? (scope.scope.formats?.date(at, "full") ?? undefined) : undefined}
    >
      {words ? fillText(words, { ago }) : ago}
    </time>
  );
}
