import { useCallback, useEffect, useRef, useState } from "react";
import type { Option, OptionPage, OptionQuery, OptionsSource, WidgetServices } from "#widgets/widget.ts";

/** Value of the only option after a failed search; choosing it opens manual entry. */
export const otherValue = "__other__";
const fixedPageSize = 50;

export interface OptionPages {
  readonly list: readonly Option[];
  readonly total: number;
  readonly loading: boolean;
}
const none: OptionPages = { list: [], total: 0, loading: true };

/**
 * Options that match `search` while `open`, page by page with `more`. Searches on opening and when typing pauses. Only
 * the latest request counts. A failure leaves the single option 'Other'.
 */
export function useOptionPages(
  source: OptionsSource | undefined,
  services: WidgetServices,
  open: boolean,
  search: string,
  other: string,
) {
  const [pages, setPages] = useState(none);
  const running = useRef<AbortController>(undefined);
  const requested = useRef<string>(undefined);
  const outside = useRef({ source, services, other });
  useEffect(() => {
    outside.current = { source, services, other };
  });

  const fetchPage = useCallback((term: string, before: readonly Option[]) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    requested.current = term;
    const { source, services: by, other: name } = outside.current;
    setPages((current) => ({ ...current, list: before, loading: true }));
    const answer = (next: OptionPages) => {
      if (!controller.signal.aborted) setPages(next);
    };
    readPage(source, by, {
      search: term,
      seed: before.length,
      count: toPageSize(source),
      signal: controller.signal,
    }).then(
      (page) =>
        answer({
          list: [...before, ...page.list],
          total: page.list.length ? page.total : before.length,
          loading: false,
        }),
      () => answer({ list: [...before, { name, value: otherValue }], total: 0, loading: false }),
    );
  }, []);

  useEffect(() => {
    if (!open) return;
    const delay = requested.current === undefined ? 0 : toDelay(outside.current.source);
    const timer = setTimeout(() => fetchPage(search, []), delay);
    return () => clearTimeout(timer);
  }, [open, search, fetchPage]);

  useEffect(() => {
    if (!open) return;
    return () => {
      running.current?.abort();
      requested.current = undefined;
      setPages(none);
    };
  }, [open]);

  const more = useCallback(() => {
    if (!pages.loading && pages.list.length < pages.total && requested.current !== undefined)
      fetchPage(requested.current, pages.list);
  }, [pages, fetchPage]);
  return { ...pages, more };
}

const toPageSize = (source: OptionsSource | undefined) =>
  source && "pageSize" in source ? source.pageSize : fixedPageSize;
const toDelay = (source: OptionsSource | undefined) => (source && "searchDelayMs" in source ? source.searchDelayMs : 0);

async function readPage(
  source: OptionsSource | undefined,
  services: WidgetServices,
  query: OptionQuery,
): Promise<OptionPage> {
  if (!source) return { list: [], total: 0 };
  if (!("list" in source)) return services.searchOptions(source.id, query);
  const term = query.search.trim().toLocaleLowerCase();
  const matching = term ? source.list.filter((option) => option.name.toLocaleLowerCase().includes(term)) : source.list;
  return { list: matching.slice(query.seed, query.seed + query.count), total: matching.length };
}
