/*
 * Analytics events by family. catalogues/analytics maps each to a moment of the trace. A test fails for a name without
 * a moment; the check rejects a name that is not in this list.
 */
export const eventFamilies = {
  auth: [
    "Sign in: OTP requested",
    "Sign in: OTP resend",
    "Sign in: completed",
    "Sign in: failed",
    "Sign up: OTP requested",
    "Sign up: OTP resend",
    "Sign up: completed",
    "Sign up: failed",
    "Sign out: completed",
    "Sign out: failed",
  ],
  form: ["Form: add purpose", "Form: basic details identification submit", "Form: basic details identification edit"],
  verification: [
    "Verification: create profile",
    "Verification: submit",
    "Verification: edit",
    "Verification: delete",
    "Verification: skip",
    "Verification: next page",
    "Verification: express option shown",
    "Verification: express option accepted",
    "Verification: express option rejected",
    "Verification: name-change enquiry",
  ],
  payment: [
    "Payment: initiation started",
    "Payment: initiation failed",
    "Payment: started",
    "Payment: pending",
    "Payment: failed",
    "Payment: redirection completed",
    "Payment: completed",
    "Payment: status API not responded",
    "Payment: page viewed",
  ],
  chat: [
    "Chat: widget shown",
    "Chat: opened",
    "Chat: closed",
    "Chat: message sent",
    "Chat: message received",
    "Chat: unavailable",
  ],
  misc: ["Misc: watch video", "Misc: FAQ viewed", "Misc: request abort", "Misc: error interceptor"],
} as const;

/** A family of events. */
export type EventFamily = keyof typeof eventFamilies;
/** An event by its name. */
export type EventName = (typeof eventFamilies)[EventFamily][number];

/** The names of every family. */
export const eventNames: readonly EventName[] = Object.values(eventFamilies).flat();

/** Returns the family of an event, or undefined for an unknown name. */
export const findFamily = (name: string): EventFamily | undefined =>
  (Object.keys(eventFamilies) as EventFamily[]).find((family) =>
    (eventFamilies[family] as readonly string[]).includes(name),
  );
