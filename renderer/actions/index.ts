/** The registry of actions. To add an action: its contract in contracts.ts, a file in this folder, and a line here. */
import type { Action } from "#renderer/runtime/action.ts";
import { call } from "./call.ts";
import { close } from "./close.ts";
import type { ActionName } from "./contracts.ts";
import { fetchFile } from "./fetch-file.ts";
import { redirect } from "./redirect.ts";
import { loadMore } from "./load-more.ts";
import { navigate } from "./navigate.ts";
import { open } from "./open.ts";
import { createPasskey, usePasskey } from "./passkeys.ts";
import { print } from "./print.ts";
import { report } from "./report.ts";
import { resume } from "./resume.ts";
import { run } from "./run.ts";
import { download } from "./download.ts";
import { set } from "./set.ts";
import { signOut } from "./sign-out.ts";
import { snackbar } from "./snackbar.ts";
import { submit } from "./submit.ts";
import { openLink } from "./open-link.ts";

export const actions: Record<ActionName, Action> = {
  navigate,
  openLink,
  redirect,
  call,
  loadMore,
  submit,
  run,
  open,
  close,
  set,
  snackbar,
  download,
  fetchFile,
  print,
  report,
  signOut,
  createPasskey,
  usePasskey,
  resume,
};
