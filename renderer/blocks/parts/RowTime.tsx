import { useEffect, useState } from "react";
import { fillPlaceholders } from "#engine/core/definitions/text.ts";
import { formatRelative } from "#engine/core/definitions/relative-time.ts";
import { loadDates, type BlockScope } from "#renderer/runtime/scope.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";

interface RowTimeProps {
  at: string;
  /** Text with a placeholder {ago}; without it only the time shows. */
  words?: string | undefined;
  scope: BlockScope;
  className: string;
}

/** The relative time, with the exact time as tooltip. Date formatting is loaded on demand. */
export function RowTime({ at, words, scope, className }: RowTimeProps) {
  const ago = formatRelative(at, readServerTime().toISOString(), scope.config.uiText);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let cancelled = false;
    loadDates()
      .then(() => cancelled || setReady(true))
      .catch((error: unknown) => console.warn("Exact times cannot be shown", error));
    return () => void (cancelled = true);
  }, []);
  return (
    <time
      className={className}
      dateTime={at}
      title={ready ? (scope.scope.formats?.date(at, "full") ?? undefined) : undefined}
    >
      {words ? fillPlaceholders(words, { ago }) : ago}
    </time>
  );
}
