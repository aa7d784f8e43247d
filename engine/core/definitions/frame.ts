/** Dialogs of the page's frame, which belong to no screen: the demo film. Trace and events name them. */
export const frameDialogs = ["demo"] as const;
/** A dialog of the page's frame. */
export type FrameDialog = (typeof frameDialogs)[number];

/** Operations that the page's frame calls itself, without a step of a definition. */
export const frameOperations = ["chat.send", "profile.logout"] as const;

/** Moments of the page outside its screens: single sign-on, the chat, and requests that were aborted or refused. */
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
/** A dialog of the page's frame. */
export type FrameMoment = (typeof frameMoments)[number];
