const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Regions with a separate focus order. */
const regions = "dialog, [data-screen], aside";

const fields = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
/** How long to wait for the next form. */
const maxFormWaitMs = 5000;

/**
 * Restores the focus when the focused element is removed by its own press. The focus moves to the next focusable
 * element, else the previous one. After a form it moves to the heading, then into the form that follows it; after a
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
  let pendingForm: { heading: HTMLElement; others: ReadonlySet<Element>; until: number } | undefined;
  const focusNextForm = () => {
    if (!pendingForm) return;
    const next = listForms(pendingForm.heading).find((form) => !pendingForm!.others.has(form));
    const field = next?.querySelector<HTMLElement>(fields);
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
    // Forms that the page showed beside the lost one do not follow it.
    const isAdded = (form: Element) =>
      records.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(form)));
    if (heading)
      pendingForm = {
        heading,
        others: new Set(listForms(heading).filter((form) => !isAdded(form))),
        until: Date.now() + maxFormWaitMs,
      };
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

/** The forms of the region of an element, in order. */
const listForms = (element: Element): HTMLFormElement[] => [
  ...(element.closest(regions)?.querySelectorAll<HTMLFormElement>("form") ?? []),
];

/** The heading of the smallest part of the region that an element was removed from, made focusable. */
function findHeading({ target }: MutationRecord): HTMLElement | undefined {
  const region = target.isConnected ? (target as Element).closest(regions) : null;
  for (let part = target as Element | null; part && region?.contains(part); part = part.parentElement) {
    const heading = part.querySelector<HTMLElement>("h1, h2");
    if (!heading) continue;
    heading.tabIndex = -1;
    return heading;
  }
  return undefined;
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
