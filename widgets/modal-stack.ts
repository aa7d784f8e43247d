/** Open modal dialogs, the top one last. Everything behind it is inert. */
const openModals: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** The top modal dialog; undefined without one. */
export const getTopModal = (): HTMLDialogElement | undefined => openModals.at(-1);

/** Calls the listener when the top modal changes. Returns a function that unsubscribes. */
export function subscribeToTopModal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens a dialog on top of all others. */
export function pushModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  removeFromStack(dialog);
  openModals.push(dialog);
  listeners.forEach((listener) => listener());
}

/** Closes a dialog; the one behind it becomes the top modal. */
export function closeModal(dialog: HTMLDialogElement): void {
  removeFromStack(dialog);
  listeners.forEach((listener) => listener());
  dialog.close();
}

function removeFromStack(dialog: HTMLDialogElement): void {
  const at = openModals.indexOf(dialog);
  if (at >= 0) openModals.splice(at, 1);
}
