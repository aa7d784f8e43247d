/*
 * What code says to people, by group and key, each with the gaps that it fills. One more: its line here, its words in
 * catalogues/messages, its translation in every locale. The catalogue's contract is made of this list: a key without words,
 * or words without a key, are refused; code that asks for a key or fills a gap that is not here does not compile.
 */
export const messageKeys = {
  /** Why a call is refused, and what is wrong with one value of it. */
  refusals: {
    "check-request": [],
    "check-form": [],
    "session-expired": [],
    "access-not-allowed": [],
    "signature-not-accepted": [],
    "not-found": [],
    "profile-not-found": [],
    "otp-request-not-found": [],
    "organisation-not-found": [],
    "form-not-found": [],
    "session-not-found": [],
    "transaction-not-found": [],
    "verification-not-found": [],
    "submission-not-found": [],
    "credential-not-found": [],
    "link-not-found": [],
    "payment-not-found": [],
    "provider-not-found": [],
    "price-not-found": [],
    "file-not-found": [],
    "upload-not-found": [],
    "pincode-not-found": [],
    "wrong-otp": ["n"],
    "too-many-attempts": ["time"],
    "not-now": [],
    "form-expired": [],
    "changed-elsewhere": [],
    "already-paid": [],
    "payment-open": [],
    "key-of-another-request": [],
    "key-busy": [],
    "file-too-large": [],
    "file-too-small": [],
    "file-type": ["list"],
    "file-unreadable": [],
    "file-encrypted": [],
    "file-script": [],
    "file-attachment": [],
    "file-virus": [],
    "file-waiting": [],
    "file-polyglot": [],
    "file-bomb": [],
    "file-oversized": [],
    "file-flawed": ["flaws"],
    "file-partly-seen": ["seen", "all"],
    "photo-not-live": [],
    "upload-growing": [],
    "wrong-captcha": [],
    "try-in-a-moment": [],
    unexpected: [],
    "wallet-away": [],
    "wallet-late": [],
    "value-missing": [],
    "value-unknown": [],
    "value-not-accepted": [],
    "value-unkept": [],
    "value-too-deep": ["n"],
    "key-length": [],
    "name-organisation": [],
    "enter-name": [],
    "enter-mobile": [],
    "enter-indian-mobile": [],
    "enter-aadhaar": [],
    "enter-sandbox-aadhaar": [],
    "region-not-offered": [],
    "provider-not-offered": [],
    "express-not-offered": [],
    "answers-refused": ["list"],
    "address-not-allowed": [],
    "address-without-file": [],
    "verification-not-asked": [],
    "field-not-asked": [],
    "value-not-asked": [],
    "value-not-kept": [],
    "no-such-submission": [],
    "no-such-question": [],
    "question-answered": [],
    "answer-missing": ["label"],
    "answer-invalid": ["label"],
    "skip-not-allowed": [],
    "upload-proof": [],
    "reference-number-unknown": [],
    "code-of-another-form": [],
    "code-of-another-number": [],
    "credential-is-withdrawn": [],
    "credential-not-showable": [],
    "fact-not-held": [],
    "link-not-open": [],
  },
  /** What goes out by SMS, WhatsApp and mail; a mail has a subject. */
  outgoing: {
    "otp-phone": ["code", "minutes"],
    "otp-mail": ["code", "minutes", "organisation"],
  },
  /** Notices in the wallet; those that are told by phone and mail too say the same there. */
  notices: {
    "payment-received": ["amount", "organisation"],
    "payment-failed": ["amount", "organisation"],
    "payment-returned": ["amount", "organisation"],
    "refund-sent": ["amount", "organisation"],
    "refund-failed": ["amount", "organisation"],
    "verification-complete": ["form", "organisation"],
    "verification-failed": ["form", "organisation", "verification", "reason"],
    "action-required": ["form", "organisation", "verification", "reason"],
    "verification-closed": ["form", "organisation"],
    "evaluation-complete": ["form", "organisation"],
    "form-waiting": ["form", "organisation", "days"],
    "form-unpaid": ["form", "organisation", "days"],
    "form-unsent": ["form", "organisation", "days"],
    "closed-unpaid": ["form", "organisation"],
    "closed-unsent": ["form", "organisation"],
    "credential-withdrawn": ["credential", "reason"],
  },
  /** Pages that the server writes itself. */
  pages: {
    about: ["organisation"],
    "no-script": [],
    "payment-for": ["organisation"],
    "payment-title": [],
    "payment-pay": [],
    "payment-no-script": [],
    "payment-script-away": [],
    "payment-back": [],
  },
  /** What a tax invoice says beside names and amounts. */
  invoice: {
    title: [],
    sandbox: [],
    number: [],
    date: [],
    "payment-id": [],
    "transaction-id": [],
    "paid-with": [],
    seller: [],
    buyer: [],
    item: [],
    amount: [],
    "item-total": [],
    "offer-discount": [],
    "additional-discount": ["n"],
    taxable: [],
    tax: ["n"],
    total: [],
    "in-english": [],
    "in-latin": [],
    page: ["n", "of"],
  },
  /** What a credential says as a page to print, beside names and facts. */
  certificate: {
    sandbox: [],
    "asked-by": ["organisation"],
    holder: [],
    issuer: [],
    issued: [],
    number: [],
    "how-to-check": [],
    until: ["date"],
    "in-english": [],
    "in-latin": [],
    page: ["n", "of"],
  },
  /** Words that fill the gaps of others, and single words in an answer. */
  parts: {
    seconds: ["n"],
    minutes: ["n"],
    hours: ["n"],
    "hours-minutes": ["h", "min"],
    blurry: [],
    smudged: [],
    cropped: [],
    "dimension-issues": [],
    "on-pages": ["pages", "how"],
    "flaw-blurred": [],
    "flaw-moved": [],
    "flaw-coarse": [],
    "flaw-glare": [],
    "flaw-shadow": [],
    "flaw-stained": [],
    "flaw-cut": [],
    "flaw-blank": [],
    "flaw-sideways": [],
    "flaw-upside-down": [],
    "flaw-odd-shape": [],
    "paper-name": [],
    "paper-board": [],
    "paper-roll-number": [],
    "paper-year": [],
    "more-is-needed": [],
    "no-reason-given": [],
    "signature-unfit": [],
    "content-differs": [],
    "credential-withdrawn": [],
    "credential-holder": [],
    "refund-degree-not-confirmed": [],
    "refund-payment-unusable": [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Keys = typeof messageKeys;
/** A group of messages: "refusals", "outgoing" … */
export type MessageGroup = keyof Keys;
/** The key of a message of a group. */
export type MessageKey<G extends MessageGroup> = keyof Keys[G] & string;
/** The gaps of a message. */
export type MessageGap<G extends MessageGroup, K extends MessageKey<G>> = Keys[G][K] extends readonly (infer Gap)[]
  ? Gap & string
  : never;

/** What fills a gap: a name or a number as it stands, or words that are put into the reader's language themselves. */
export type MessageValue = string | number | { text: string } | PartValue | { list: readonly MessageValue[] };
/** A word of the group `parts` with what fills its own gaps. */
export interface PartValue {
  part: MessageKey<"parts">;
  values?: Readonly<Record<string, string | number>>;
}
/** What fills the gaps of a message; nothing more and nothing less. */
export type MessageValues<G extends MessageGroup, K extends MessageKey<G>> = Readonly<
  Record<MessageGap<G, K>, MessageValue>
>;
/** The last argument of whoever says a message: its values, or none where it has no gaps. */
export type GivenValues<G extends MessageGroup, K extends MessageKey<G>> = [MessageGap<G, K>] extends [never]
  ? []
  : [values: MessageValues<G, K>];
