/** Dialogs of the page's frame, which stand in no screen: the film that shows how it is done. The trace and events name them. */
export const frameDialogs = ["demo"] as const;
/** One of them. */
export type FrameDialog = (typeof frameDialogs)[number];

/** Calls that the page's frame makes by itself, with no step of a document: the chat, and the end of a session. */
export const frameOperations = ["chat.send", "profile.logout"] as const;

/** What the page does beside its screens: who comes signed on from elsewhere, the chat's button and window, and calls that were dropped or refused. */
export const frameMoments = [
  "signed-on",
  "sign-on-failed",
  "chat-shown",
  "chat-opened",
  "chat-closed",
  "chat-answered",
  "chat-unavailable",
  "request-aborted",
  "request-failed",
] as const;
/** One of them. */
export type FrameMoment = (typeof frameMoments)[number];
