/** The modal dialogs that stand over the page, the one in front last. All behind that is inert: nothing there is heard or pressed. */
const open: HTMLDialogElement[] = [];
const followers = new Set<() => void>();

/** The dialog in front; undefined where none stands over the page. */
export const findInFront = (): HTMLDialogElement | undefined => open.at(-1);

/** Tells of each change of what is in front. Gives the way to stop. */
export function followInFront(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

/** Shows a dialog before all that stand. */
export function showInFront(dialog: HTMLDialogElement): void {
  dialog.showModal();
  forget(dialog);
  open.push(dialog);
  followers.forEach((follow) => follow());
}

/** Closes a dialog; what stood behind it is in front again. */
export function takeAway(dialog: HTMLDialogElement): void {
  forget(dialog);
  followers.forEach((follow) => follow());
  dialog.close();
}

function forget(dialog: HTMLDialogElement): void {
  const at = open.indexOf(dialog);
  if (at >= 0) open.splice(at, 1);
}
