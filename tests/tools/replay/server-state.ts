import type { OutboxMessage } from "#engine/contract/sandbox.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { Observation } from "./observation.ts";
import type { Variables } from "#engine/core/base/fill-variables.ts";

/** One line each for the transaction, its stored verifications and its payments. */
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
      ? [`payment started ${openPayment.provider} ${openPayment.currencySymbol}${openPayment.amount}`]
      : []),
    ...(evaluation?.state ? [`evaluation ${evaluation.state}`] : []),
  ];
}

/** A message without its random code. */
export const toMessageLine = ({ channel, to, subject, text, otp }: OutboxMessage): string => {
  const whole = [subject, text].filter(Boolean).join(" / ").replaceAll("\n", " ");
  return `${channel} to ${to}: ${otp ? whole.replaceAll(otp, "{code}") : whole}`;
};

/** Recipients: the candidate, and each mailbox and number in the fixture. */
export function listRecipients(fixture: object, variables: Variables): string[] {
  const found = [...JSON.stringify([fixture, variables]).matchAll(/"([^"@\s]+@[^"@\s]+\.[^"@\s]+|\+\d{7,15})"/g)];
  return [...new Set(found.map(([, address = ""]) => address))].sort();
}

/** Replaces random values by names: `+919812345678` becomes `{mobile}`. The fixture's own `values` stay. */
export function replaceRandomValues(variables: Variables, values: Variables): (line: string) => string {
  const runVariables = Object.entries(variables).filter(([name, value]) => values[name] !== value);
  const randomTexts = [...listTexts(Object.fromEntries(runVariables), "")].filter(([, text]) => isRandom(text));
  const longestFirst = randomTexts.toSorted(([, one], [, other]) => other.length - one.length);
  // An address may be part of another.
  const replacements = longestFirst.flatMap(([name, value]) =>
    [...new Set([value, encodeURIComponent(value)])].map((text) => [text, `{${name}}`] as const),
  );
  return (line) => replacements.reduce((changed, [text, name]) => changed.replaceAll(text, name), line);
}

/** A number, an address, an id or a code of six digits, but no word. */
const isRandom = (text: string): boolean =>
  text.length >= 16 ? !text.includes(" ") : text.length >= 8 ? /\d/.test(text) : /^\d{6}$/.test(text);

function* listTexts(value: unknown, at: string): Iterable<[string, string]> {
  if (typeof value === "string") yield [at, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, at === "" ? key : `${at}.${key}`);
}

/** Maps each line of an observation. */
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
