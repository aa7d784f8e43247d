const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Regions with a separate focus order. */
const regions = "dialog, [data-screen], aside";

const fieldsOfForms = "form input:not(:disabled), form select:not(:disabled), form textarea:not(:disabled)";
/** How long to wait for the next form. */
const maxFormWaitMs = 5000;

/**
 * Restores the focus when the focused element is removed by its own press. The focus moves to the next focusable
 * element, else the previous one. After a form it moves to the heading above, then into a form that appears; after a
 * dialog, to its opener or what replaced it. Does nothing if code moved the focus.
 */
export function startFocusRestore(): () => void {
  let last: Element | null = null;
  // The opener of the dialog, or the element that replaced it.
  let opener: HTMLElement | undefined;
  const onFocusIn = ({ target }: FocusEvent) => {
    const isInDialog = (target as Element).closest("dialog") !== null;
    if (!isInDialog) opener = undefined;
    else if (last && !last.closest("dialog")) opener = last as HTMLElement;
    last = target as Element;
  };
  // A press on the background removes the focus on purpose. A removal is reported before this runs.
  const onFocusOut = () => {
    setTimeout(() => {
      if (document.activeElement === document.body) last = null;
    });
  };
  // The next form is still loading: the heading holds the focus until then.
  let pendingForm: { heading: HTMLElement; until: number; others: ReadonlySet<Element> } | undefined;
  const focusNextForm = () => {
    const fields = pendingForm?.heading.closest(regions)?.querySelectorAll<HTMLElement>(fieldsOfForms) ?? [];
    const field = [...fields].find((one) => !pendingForm?.others.has(one.closest("form")!));
    if (!field) return;
    pendingForm = undefined;
    field.focus();
  };
  const observer = new MutationObserver((records) => {
    if (pendingForm && (Date.now() > pendingForm.until || document.activeElement !== pendingForm.heading))
      pendingForm = undefined;
    focusNextForm();
    const openerRemoval = opener && findRemoval(records, opener);
    if (openerRemoval) opener = findNext(openerRemoval);
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const [lost, record] = [last, findRemoval(records, last)];
    last = null;
    if (!record) return;
    if (lost.closest("dialog") && opener?.isConnected) return opener.focus();
    const heading = lost.closest("form") ? findHeading(record) : undefined;
    (heading ?? findNext(record))?.focus();
    if (heading) pendingForm = { heading, until: Date.now() + maxFormWaitMs, others: findOtherForms(records, heading) };
    focusNextForm();
  });
  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("focusout", onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocusIn);
    document.removeEventListener("focusout", onFocusOut);
    observer.disconnect();
  };
}

/** The mutation that removed the element; undefined if none did. */
const findRemoval = (records: readonly MutationRecord[], element: Element): MutationRecord | undefined =>
  element.isConnected
    ? undefined
    : records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));

/** The nearest heading above the place that an element was removed from, else the first of its region; made focusable. */
function findHeading({ target, nextSibling }: MutationRecord): HTMLElement | undefined {
  if (!target.isConnected) return undefined;
  const all = [...((target as Element).closest(regions)?.querySelectorAll<HTMLElement>("h1, h2") ?? [])];
  const isAbove = (heading: HTMLElement): boolean =>
    nextSibling?.isConnected ? follows(heading, nextSibling) : target.contains(heading) || follows(heading, target);
  const heading = all.findLast(isAbove) ?? all[0];
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** The forms of the heading's region that were there before. */
function findOtherForms(records: readonly MutationRecord[], heading: HTMLElement): ReadonlySet<Element> {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  const forms = heading.closest(regions)?.querySelectorAll("form") ?? [];
  return new Set([...forms].filter((form) => !added.some((node) => node.contains(form))));
}

/** The next focusable element in the same region; after the last row of a list, in the row before. */
function findNext({ target, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  const region = target.isConnected ? (target as Element).closest(regions) : null;
  const all = [...(region?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((element) => element.tabIndex >= 0);
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
