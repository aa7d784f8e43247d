import { useEffect, useRef, useState, type RefObject } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { say } from "#renderer/session/snackbars.ts";
import { useNearEnd } from "#renderer/shell/use-near-end.ts";
import type { BlockProps } from "../block.ts";
import type { contract } from "./list-contract.ts";

/** Nobody has said no: where nobody asked either, there is still the button. */
const isPassing: FailureHandler = (error) => error instanceof Failure && (error.status === 0 || error.status >= 500);

/**
 * The next page of the list in `place`: fetched when somebody has scrolled to its end, or asks for it; then they read on
 * with the first row that came. `length` is how many rows there are.
 */
export function useMore(
  place: RefObject<HTMLElement | null>,
  length: number,
  raise: BlockProps<typeof contract>["raise"],
  hasMore: boolean,
  config: ConfigClient,
): { loading: boolean; ask(): void } {
  const [loading, setLoading] = useState(false);
  const shown = useRef(Infinity);
  const load = async (handle: FailureHandler) => {
    setLoading(true);
    await raise("more", {}, handle);
    setLoading(false);
  };
  useNearEnd(place, length, hasMore ? () => void load(isPassing) : undefined);
  useEffect(() => {
    const row = place.current?.querySelector("ul")?.children[shown.current];
    if (!row) return;
    shown.current = Infinity;
    row.querySelector<HTMLElement>("a, button")?.focus();
  }, [place, length]);
  const ask = () => {
    shown.current = length;
    void load((error) => {
      if (!isPassing(error)) return false;
      say(config.words("load.failed"), "error");
      return true;
    });
  };
  return { loading, ask };
}
