import Type, { type Static, type TObject } from "typebox";
import { stateNames } from "#engine/core/definitions/states.ts";
import { listFaultyFiles } from "./faulty-files.ts";

/** An object that takes no other key. */
const closed = <T extends Record<string, Parameters<typeof Type.Object>[0][string]>>(keys: T) =>
  Type.Object(keys, { additionalProperties: false });
const Words = Type.String({ minLength: 1, maxLength: 500 });
const Role = Type.String({ pattern: "^[a-z]+$" });

/** An accessible name: whole, or its beginning. */
const Name = Type.Union([Words, closed({ starts: Words })]);
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
  closed({ text: Words, ...within }),
  closed({ textStarts: Words, ...within }),
  closed({ textContains: Words, ...within }),
]);
const Expectation = closed({
  code: Type.Optional(Type.Integer({ minimum: 0 })),
  says: Type.Optional(Words),
  data: Type.Optional(Type.Unknown()),
});
/** A request that no operation would make is expected to be answered so; `contains` of any text, `says` of a refusal. */
const Answered = closed({
  status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
  code: Type.Optional(Type.Integer({ minimum: 0 })),
  says: Type.Optional(Words),
  contains: Type.Optional(Words),
});
/** A path, or a variable that holds one. */
const Path = Type.String({ pattern: "^(?:/|\\{[A-Za-z]+\\}$)" });
const Keep = Type.Record(Type.String({ pattern: "^[A-Za-z][A-Za-z0-9]*$" }), Words, { additionalProperties: false });

export type Name = Static<typeof Name>;
export type Landmark = Static<typeof Landmark>;
export type Seen = Static<typeof Seen>;
export type Expectation = Static<typeof Expectation>;
export type Answered = Static<typeof Answered>;

/** What the world does, and what is looked at behind the page: in every step, and in `then`. */
export const sharedContracts = {
  call: closed({
    call: Words,
    with: Type.Record(Type.String(), Type.Unknown()),
    otp: Type.Optional(Words),
    file: Type.Optional(Words),
    key: Type.Optional(Words),
    expect: Type.Optional(Expectation),
    keep: Type.Optional(Keep),
  }),
  ask: closed({
    ask: Path,
    as: Type.Optional(Type.Enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])),
    headers: Type.Optional(Type.Record(Type.String({ pattern: "^[a-z-]+$" }), Type.String())),
    send: Type.Optional(Type.Unknown()),
    expect: Type.Optional(Answered),
    keep: Type.Optional(Keep),
  }),
  verifier: closed({
    verifier: Type.Enum(["complete", "fail", "insufficient", "withdraw"]),
    verificationName: Type.Optional(Words),
    reason: Type.Optional(Words),
    fields: Type.Optional(Type.Array(Words)),
  }),
  bank: closed({ bank: Type.Enum(["success", "failure", "pending"]), order: Words }),
  clock: closed({
    clock: Type.Union([closed({ advanceSeconds: Type.Number({ minimum: 0 }) }), closed({ now: Words })]),
  }),
  wait: closed({ wait: Type.Integer({ minimum: 1, maximum: 315_360_000 }) }),
  callback: closed({
    callback: Type.Enum(["once", "twice", "late", "forged"]),
    order: Words,
    outcome: Type.Enum(["success", "failure"]),
  }),
  answer: closed({
    answer: Type.Enum(["directory", "ekyc", "messages", "refunds", "scanner"]),
    is: Type.Enum(["away", "there"]),
  }),
  spoil: closed({ spoil: Words }),
  release: closed({
    release: Type.Array(closed({ document: Words, at: Type.String(), put: Type.Optional(Type.Unknown()) }), {
      maxItems: 50,
    }),
  }),
  events: closed({ events: Type.Array(Words), besides: Type.Optional(Type.Array(Words)) }),
  scene: closed({ scene: Type.Enum(stateNames) }),
  outbox: closed({
    outbox: Words,
    channel: Type.Enum(["sms", "whatsapp", "email"]),
    containing: Type.Optional(Words),
    count: Type.Integer({ minimum: 0 }),
  }),
};

/** What a person does at a page beside that. */
export const personContracts = {
  signIn: closed({ signIn: Type.Enum(["new", "identified"]) }),
  open: closed({
    open: Path,
    handed: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  press: closed({ press: Name, role: Type.Optional(Role), optional: Type.Optional(Type.Literal(true)), ...within }),
  fill: closed({ fill: Name, with: Type.String(), ...within }),
  date: closed({ date: Name, on: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), ...within }),
  choose: closed({ choose: Name, option: Type.Optional(Words), type: Type.Optional(Words), ...within }),
  upload: closed({ upload: Name, file: Words, ...within }),
  capture: closed({ capture: Name, ...within }),
  otp: closed({ otp: Words, fill: Name }),
  see: closed({ see: Seen }),
  gone: closed({ gone: Seen }),
  reply: closed({
    reply: Words,
    status: Type.Optional(Type.Union([Type.Literal(0), Type.Integer({ minimum: 200, maximum: 599 })])),
    body: Type.Optional(Type.Object({})),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reload: closed({ reload: Type.Literal(true) }),
  back: closed({ back: Type.Literal(true) }),
  offline: closed({ offline: Type.Boolean() }),
  await: closed({ await: Seen, seconds: Type.Integer({ minimum: 1, maximum: 180 }) }),
  pay: closed({ pay: Type.Enum(["success", "failure", "cancel", "pending"]) }),
};

/** The action of a verb, as its contract has it. */
export type ActionOf<Contracts extends Record<string, TObject>, Verb extends keyof Contracts> = Static<Contracts[Verb]>;
/** A verb of each kind with what it does; the compiler asks for one per contract. */
export type Verbs<Contracts extends Record<string, TObject>, Reading> = {
  [Verb in keyof Contracts]: (action: Static<Contracts[Verb]>, reading: Reading) => Promise<void>;
};

const Action = Type.Record(Type.String(), Type.Unknown());
const Step = closed({
  id: Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" }),
  says: Words,
  do: Type.Array(Action),
  then: Type.Optional(Type.Array(Action)),
});
const Paper = closed({
  type: Type.Enum(["application/pdf", "image/png", "image/jpeg"]),
  as: Type.Optional(Type.Enum(listFaultyFiles())),
  pages: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  minBytes: Type.Integer({ minimum: 1, maximum: 64 * 1024 ** 2 }),
  lines: Type.Array(Words),
});

/** A fixture file, its actions still unread. */
export const FixtureSchema = closed({
  $comment: Type.Optional(Type.String()),
  description: Words,
  organisation: Words,
  form: Words,
  locale: Words,
  timeZone: Words,
  viewport: closed({ width: Type.Integer({ minimum: 200 }), height: Type.Integer({ minimum: 200 }) }),
  clock: Type.Optional(Words),
  seed: Type.Optional(Words),
  begins: Type.Optional(closed({ fixture: Words, step: Words })),
  candidate: closed({ name: Words, mobile: Type.String({ pattern: "^\\+[0-9#]{6,15}$" }) }),
  values: Type.Record(Type.String({ pattern: "^[A-Za-z][A-Za-z0-9]*$" }), Type.Unknown(), {
    additionalProperties: false,
  }),
  files: Type.Record(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }), Paper, { additionalProperties: false }),
  steps: Type.Array(Step, { minItems: 1 }),
});

export type Action = Static<typeof Action>;
export type Step = Static<typeof Step>;
export type Paper = Static<typeof Paper>;
/** A fixture as it is played. */
export type Fixture = Static<typeof FixtureSchema> & {
  name: string;
  /** What is done before its first step: steps of other fixtures, each with the name of its own. */
  before?: readonly { readonly of: string; readonly step: Step }[];
  /** It is played to this step alone, so nothing of it is kept. */
  until?: string;
};
