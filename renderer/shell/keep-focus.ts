const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** A page, what stands beside it, and a dialog are each walked through by themselves. */
const places = "dialog, [data-screen], aside";

const fieldsOfForms = "form input:not(:disabled), form select:not(:disabled), form textarea:not(:disabled)";
/** So long the next form may take. */
const awaitedMs = 5000;

/**
 * Keeps the focus on the page when what had it is taken away by its own press, as a button is that has done its work: it
 * goes to what stands next, else to what stood before; when a form has gone with it, to the heading and on to the form that
 * comes; when a dialog has, to what opened it or to what took its place. Who leads it elsewhere on purpose is left alone.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  // What opened the dialog; where that went while the dialog stood, what stands in its place.
  let opener: HTMLElement | undefined;
  const note = ({ target }: FocusEvent) => {
    const isInDialog = (target as Element).closest("dialog") !== null;
    if (!isInDialog) opener = undefined;
    else if (last && !last.closest("dialog")) opener = last as HTMLElement;
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
    const openerGone = opener && findRemoval(records, opener);
    if (openerGone) opener = findNext(openerGone);
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const [lost, record] = [last, findRemoval(records, last)];
    last = null;
    if (!record) return;
    if (lost.closest("dialog") && opener?.isConnected) return opener.focus();
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

/** How this was taken away, with what surrounded it; undefined where it was not. */
const findRemoval = (records: readonly MutationRecord[], element: Element): MutationRecord | undefined =>
  element.isConnected
    ? undefined
    : records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));

/** The heading of the place that something was removed from, able to take the focus. */
function findHeading({ target }: MutationRecord): HTMLElement | undefined {
  if (!target.isConnected) return undefined;
  const heading = (target as Element).closest(places)?.querySelector<HTMLElement>("h1, h2");
  if (heading) heading.tabIndex = -1;
  return heading ?? undefined;
}

/** What can be focused next after something that was removed, in the same place; after the last row of a list, in the row before. */
function findNext({ target, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  const place = target.isConnected ? (target as Element).closest(places) : null;
  const all = [...(place?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((element) => element.tabIndex >= 0);
  const isAfter = (element: HTMLElement): boolean => {
    if (nextSibling?.isConnected) return nextSibling.contains(element) || follows(nextSibling, element);
    if (previousSibling?.isConnected) return !previousSibling.contains(element) && follows(previousSibling, element);
    return target.contains(element) || follows(target, element);
  };
  const isLastRow = !nextSibling && (target as Element).matches("ul, ol");
  const before = isLastRow ? all.filter((element) => previousSibling?.contains(element)).at(-1) : undefined;
  return before ?? all.find(isAfter) ?? all.at(-1);
}

const follows = (node: Node, other: Node): boolean =>
  Boolean(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
