import type { OutboxMessage } from "#engine/contract/sandbox.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { Observation } from "./observation.ts";
import type { Variables } from "#engine/core/base/fill-variables.ts";

/** A line for the transaction, each verification of which something is stored, and each payment. */
export function toStoredLines(info: TxnInfo): string[] {
  const { state, verificationList, paymentDetails, openPayment, evaluation } = info;
  return [
    `transaction ${state}`,
    ...Object.values(verificationList).flatMap(({ name, state: own, subTypeList, markedAsSkip, insufficiency }) => {
      const marks = [markedAsSkip && "skipped", insufficiency && "asked again"].filter(Boolean).join(", ");
      if (own === "NOT_INITIALIZED" && !marks) return [];
      return `${name} ${own}${subTypeList.length > 1 ? ` ×${subTypeList.length}` : ""}${marks ? ` (${marks})` : ""}`;
    }),
    ...paymentDetails.map(
      ({ currentStatus, expressOpt }) => `payment ${currentStatus}${expressOpt ? " (express)" : ""}`,
    ),
    ...(openPayment
      ? [`payment begun ${openPayment.provider} ${openPayment.currencySymbol}${openPayment.amount}`]
      : []),
    ...(evaluation?.state ? [`evaluation ${evaluation.state}`] : []),
  ];
}

/** A message without what is another in each reading: its code. */
export const toMessageLine = ({ channel, to, subject, text, otp }: OutboxMessage): string => {
  const whole = [subject, text].filter(Boolean).join(" / ").replaceAll("\n", " ");
  return `${channel} to ${to}: ${otp ? whole.replaceAll(otp, "{code}") : whole}`;
};

/** Who a fixture's messages go to: its candidate, and each mailbox and number that it names. */
export function listRecipients(fixture: object, variables: Variables): string[] {
  const found = [...JSON.stringify([fixture, variables]).matchAll(/"([^"@\s]+@[^"@\s]+\.[^"@\s]+|\+\d{7,15})"/g)];
  return [...new Set(found.map(([, address = ""]) => address))].sort();
}

/** Names for what is drawn or made anew for each reading: `+919812345678` is `{mobile}` wherever it stands. What a fixture's `values` say stays. */
export function replaceRandomValues(variables: Variables, values: Variables): (line: string) => string {
  const made = Object.entries(variables).filter(([name, value]) => values[name] !== value);
  const drawn = [...listTexts(Object.fromEntries(made), "")].filter(([, text]) => isDrawn(text));
  const longestFirst = drawn.toSorted(([, one], [, other]) => other.length - one.length);
  // An address may stand within another.
  const ways = longestFirst.flatMap(([name, value]) =>
    [...new Set([value, encodeURIComponent(value)])].map((way) => [way, `{${name}}`] as const),
  );
  return (line) => ways.reduce((text, [way, name]) => text.replaceAll(way, name), line);
}

/** A number, an address, an id or the six digits of a code, and no word. */
const isDrawn = (text: string): boolean =>
  text.length >= 16 ? !text.includes(" ") : text.length >= 8 ? /\d/.test(text) : /^\d{6}$/.test(text);

function* listTexts(value: unknown, at: string): Iterable<[string, string]> {
  if (typeof value === "string") yield [at, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, at === "" ? key : `${at}.${key}`);
}

/** Each line of an observation, put through `change`. */
export const mapLines = (observation: Observation, change: (line: string) => string): Observation => ({
  ...observation,
  ...(observation.focus !== undefined && { focus: change(observation.focus) }),
  lines: observation.lines.map(change),
  ...(observation.texts && { texts: observation.texts.map(change) }),
  announced: observation.announced.map(change),
  downloaded: observation.downloaded.map(change),
  tracked: observation.tracked.map(change),
  sent: observation.sent.map(change),
});
