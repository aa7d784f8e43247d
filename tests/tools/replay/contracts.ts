import Type, { type Static, type TObject } from "typebox";
import { stateNames } from "#engine/core/definitions/states.ts";
import { listFaultyFiles } from "./faulty-files.ts";

/** An object without other keys. */
const closed = <T extends Record<string, Parameters<typeof Type.Object>[0][string]>>(keys: T) =>
  Type.Object(keys, { additionalProperties: false });
const Text = Type.String({ minLength: 1, maxLength: 500 });
const Role = Type.String({ pattern: "^[a-z]+$" });

/** An accessible name, exact or by its start. */
const Name = Type.Union([Text, closed({ startsWith: Text })]);
const Landmark = closed({ role: Role, name: Name });
const within = { in: Type.Optional(Landmark) };
const Seen = Type.Union([
  closed({
    role: Role,
    name: Name,
    value: Type.Optional(Type.String()),
    disabled: Type.Optional(Type.Boolean()),
    ...within,
  }),
  closed({ text: Text, ...within }),
  closed({ textStartsWith: Text, ...within }),
  closed({ textContains: Text, ...within }),
]);
const Expectation = closed({
  code: Type.Optional(Type.Integer({ minimum: 0 })),
  message: Type.Optional(Text),
  data: Type.Optional(Type.Unknown()),
});
/** Expected response of a raw request. `contains`: part of any text. `message`: message of a refusal. */
const ExpectedResponse = closed({
  status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
  code: Type.Optional(Type.Integer({ minimum: 0 })),
  message: Type.Optional(Text),
  contains: Type.Optional(Text),
});
/** A path, or a variable with one. */
const Path = Type.String({ pattern: "^(?:/|\\{[A-Za-z]+\\}$)" });
const Keep = Type.Record(Type.String({ pattern: "^[A-Za-z][A-Za-z0-9]*$" }), Text, { additionalProperties: false });

export type Name = Static<typeof Name>;
export type Landmark = Static<typeof Landmark>;
export type Seen = Static<typeof Seen>;
export type Expectation = Static<typeof Expectation>;
export type ExpectedResponse = Static<typeof ExpectedResponse>;

/** Verbs of outside services and of checks behind the page. Allowed in `do` and in `then`. */
export const sharedContracts = {
  call: closed({
    call: Text,
    with: Type.Record(Type.String(), Type.Unknown()),
    otp: Type.Optional(Text),
    file: Type.Optional(Text),
    key: Type.Optional(Text),
    expect: Type.Optional(Expectation),
    keep: Type.Optional(Keep),
  }),
  request: closed({
    request: Path,
    method: Type.Optional(Type.Enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])),
    headers: Type.Optional(Type.Record(Type.String({ pattern: "^[a-z-]+$" }), Type.String())),
    body: Type.Optional(Type.Unknown()),
    expect: Type.Optional(ExpectedResponse),
    keep: Type.Optional(Keep),
  }),
  verifier: closed({
    verifier: Type.Enum(["complete", "fail", "insufficient", "withdraw"]),
    verificationName: Type.Optional(Text),
    reason: Type.Optional(Text),
    fields: Type.Optional(Type.Array(Text)),
  }),
  paymentResult: closed({ paymentResult: Type.Enum(["success", "failure", "pending"]), order: Text }),
  clock: closed({
    clock: Type.Union([closed({ advanceSeconds: Type.Number({ minimum: 0 }) }), closed({ now: Text })]),
  }),
  wait: closed({ wait: Type.Integer({ minimum: 1, maximum: 315_360_000 }) }),
  callback: closed({
    callback: Type.Enum(["once", "twice", "late", "forged"]),
    order: Text,
    outcome: Type.Enum(["success", "failure"]),
  }),
  service: closed({
    service: Type.Enum(["delivery", "directory", "ekyc", "messages", "refunds", "scanner"]),
    is: Type.Enum(["down", "up"]),
  }),
  tamper: closed({ tamper: Text }),
  release: closed({
    release: Type.Array(closed({ document: Text, at: Type.String(), put: Type.Optional(Type.Unknown()) }), {
      maxItems: 50,
    }),
  }),
  events: closed({ events: Type.Array(Text), allow: Type.Optional(Type.Array(Text)) }),
  reachState: closed({ reachState: Type.Enum(stateNames) }),
  outbox: closed({
    outbox: Text,
    channel: Type.Enum(["sms", "whatsapp", "email"]),
    containing: Type.Optional(Text),
    count: Type.Integer({ minimum: 0 }),
    /** What a regular expression finds in the newest of them, a link to this server as its path. */
    keep: Type.Optional(Keep),
  }),
};

/** Verbs of a person at a page. Allowed in `do`. */
export const personContracts = {
  signIn: closed({ signIn: Type.Enum(["new", "identified"]) }),
  open: closed({
    open: Path,
    state: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  press: closed({ press: Name, role: Type.Optional(Role), optional: Type.Optional(Type.Literal(true)), ...within }),
  fill: closed({ fill: Name, with: Type.String(), ...within }),
  date: closed({ date: Name, on: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), ...within }),
  choose: closed({ choose: Name, option: Type.Optional(Text), type: Type.Optional(Text), ...within }),
  upload: closed({ upload: Name, file: Text, ...within }),
  capture: closed({ capture: Name, ...within }),
  draw: closed({ draw: Name, ...within }),
  key: closed({ key: Type.String({ pattern: "^[a-z?]$" }) }),
  otp: closed({ otp: Text, fill: Name }),
  see: closed({ see: Seen }),
  absent: closed({ absent: Seen }),
  reply: closed({
    reply: Text,
    status: Type.Optional(Type.Union([Type.Literal(0), Type.Integer({ minimum: 200, maximum: 599 })])),
    body: Type.Optional(Type.Object({})),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reload: closed({ reload: Type.Literal(true) }),
  back: closed({ back: Type.Literal(true) }),
  offline: closed({ offline: Type.Boolean() }),
  passkeys: closed({ passkeys: Type.Enum(["accept", "refuse"]) }),
  await: closed({ await: Seen, seconds: Type.Integer({ minimum: 1, maximum: 180 }) }),
  pay: closed({ pay: Type.Enum(["success", "failure", "cancel", "pending"]) }),
};

/** One function per verb. The compiler requires all of them. */
export type Verbs<Contracts extends Record<string, TObject>, Run> = {
  [Verb in keyof Contracts]: (action: Static<Contracts[Verb]>, run: Run) => Promise<void>;
};

const Action = Type.Record(Type.String(), Type.Unknown());
const Step = closed({
  id: Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" }),
  title: Text,
  /** Who acts (actors.ts); the candidate without it. */
  as: Type.Optional(Type.String({ pattern: "^[a-z]+(-[a-z]+)*$" })),
  do: Type.Array(Action),
  then: Type.Optional(Type.Array(Action)),
});
const FileSpec = closed({
  type: Type.Enum(["application/pdf", "image/png", "image/jpeg"]),
  fault: Type.Optional(Type.Enum(listFaultyFiles())),
  pages: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  minBytes: Type.Integer({ minimum: 1, maximum: 64 * 1024 ** 2 }),
  lines: Type.Array(Text),
});

/** A fixture file. Its actions are checked by verb afterwards. */
export const FixtureSchema = closed({
  $comment: Type.Optional(Type.String()),
  description: Text,
  organisation: Text,
  form: Text,
  locale: Text,
  timeZone: Text,
  viewport: closed({ width: Type.Integer({ minimum: 200 }), height: Type.Integer({ minimum: 200 }) }),
  clock: Type.Optional(Text),
  seed: Type.Optional(Text),
  startsFrom: Type.Optional(closed({ fixture: Text, step: Text })),
  candidate: closed({ name: Text, mobile: Type.String({ pattern: "^\\+[0-9#]{6,15}$" }) }),
  values: Type.Record(Type.String({ pattern: "^[A-Za-z][A-Za-z0-9]*$" }), Type.Unknown(), {
    additionalProperties: false,
  }),
  files: Type.Record(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }), FileSpec, {
    additionalProperties: false,
  }),
  steps: Type.Array(Step, { minItems: 1 }),
});

export type Action = Static<typeof Action>;
export type Step = Static<typeof Step>;
export type FileSpec = Static<typeof FileSpec>;
/** A fixture ready to play. */
export type Fixture = Static<typeof FixtureSchema> & {
  name: string;
  /** Steps of other fixtures to play first, each with the name of its fixture. */
  before?: readonly { readonly of: string; readonly step: Step }[];
  /** Last step to play. Such a run stores no snapshot. */
  until?: string;
};
