const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** A page, what stands beside it, and a dialog are each walked through by themselves. */
const places = "dialog, [data-screen], aside";

const fieldsOfForms = "form input:not(:disabled), form select:not(:disabled), form textarea:not(:disabled)";
/** So long the next form may take. */
const awaitedMs = 5000;

/**
 * Keeps the focus on the page when what had it is taken away by its own press, as a button is that has done its work: it
 * goes to what stands next, else to what stood before; when a form has gone with it, to the heading and on to the form that comes. Who leads it elsewhere on purpose is left alone.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
  };
  // A press beside everything takes the focus away on purpose; a removal is told of before this comes.
  const forget = () => {
    setTimeout(() => {
      if (document.activeElement === document.body) last = null;
    });
  };
  // A form that was sent makes room for the next one, which is fetched first: the heading has the focus until it stands.
  let awaited: { heading: HTMLElement; until: number } | undefined;
  const goOn = () => {
    const field = awaited?.heading.closest(places)?.querySelector<HTMLElement>(fieldsOfForms);
    if (!field) return;
    awaited = undefined;
    field.focus();
  };
  const observer = new MutationObserver((records) => {
    if (awaited && (Date.now() > awaited.until || document.activeElement !== awaited.heading)) awaited = undefined;
    goOn();
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const [lost, record] = [
      last,
      records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last))),
    ];
    last = null;
    if (!record) return;
    const heading = lost.closest("form") ? findHeading(record) : undefined;
    (heading ?? findNext(record))?.focus();
    if (heading) awaited = { heading, until: Date.now() + awaitedMs };
    goOn();
  });
  document.addEventListener("focusin", note);
  document.addEventListener("focusout", forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", note);
    document.removeEventListener("focusout", forget);
    observer.disconnect();
  };
}

/** The heading of the place that something was removed from, able to take the focus. */
function findHeading({ target }: MutationRecord): HTMLElement | undefined {
  if (!target.isConnected) return undefined;
  const heading = (target as Element).closest(places)?.querySelector<HTMLElement>("h1, h2");
  if (heading) heading.tabIndex = -1;
  return heading ?? undefined;
}

/** What can be focused next after something that was removed, in the same place. */
function findNext({ target, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  const place = target.isConnected ? (target as Element).closest(places) : null;
  const all = [...(place?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((element) => element.tabIndex >= 0);
  const isAfter = (element: HTMLElement): boolean => {
    if (nextSibling?.isConnected) return nextSibling.contains(element) || follows(nextSibling, element);
    if (previousSibling?.isConnected) return !previousSibling.contains(element) && follows(previousSibling, element);
    return target.contains(element) || follows(target, element);
  };
  return all.find(isAfter) ?? all.at(-1);
}

const follows = (node: Node, other: Node): boolean =>
  Boolean(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
