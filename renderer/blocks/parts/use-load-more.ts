import { useEffect, useRef, useState, type RefObject } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { showSnackbar } from "#renderer/session/snackbars.ts";
import { useScrollEnd } from "#renderer/shell/use-scroll-end.ts";
import type { BlockProps } from "../block.ts";
import type { contract } from "./list-contract.ts";

/** Transient failures of automatic loading are silent, because the button remains. */
const isTransient: FailureHandler = (error) => error instanceof Failure && (error.status === 0 || error.status >= 500);

/**
 * Loads the next page at the end of scrolling or on request. After a request the first new row takes the focus.
 * `length` is the number of rows.
 */
export function useLoadMore(
  list: RefObject<HTMLElement | null>,
  length: number,
  raise: BlockProps<typeof contract>["raise"],
  hasMore: boolean,
  config: ConfigClient,
): { loading: boolean; loadMore(): void } {
  const [loading, setLoading] = useState(false);
  const shown = useRef(Infinity);
  const load = async (handle: FailureHandler) => {
    setLoading(true);
    await raise("more", {}, handle);
    setLoading(false);
  };
  useScrollEnd(list, length, hasMore ? () => void load(isTransient) : undefined);
  useEffect(() => {
    const row = list.current?.querySelector("ul")?.children[shown.current];
    if (!row) return;
    shown.current = Infinity;
    row.querySelector<HTMLElement>("a, button")?.focus();
  }, [list, length]);
  const loadMore = () => {
    shown.current = length;
    void load((error) => {
      if (!isTransient(error)) return false;
      showSnackbar(config.uiText("load.failed"), "error");
      return true;
    });
  };
  return { loading, loadMore };
}
