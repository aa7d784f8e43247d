import { followPath } from "#engine/core/base/value-type.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { answerOf } from "#engine/authoring/check/support/operations.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { Action, Fixture, Step } from "../../contracts.ts";
import { KnownFields } from "../personal/fields.ts";
import { Person } from "../personal/person.ts";
import { standInName, StandIns } from "../personal/stand-ins.ts";
import { writeArguments, type Whose } from "./arguments.ts";
import type { HeardCall } from "./heard-call.ts";
import { Ids } from "./ids.ts";
import { Papers } from "./papers.ts";

/** Options of an import. */
export interface HarSetting {
  readonly organisation: string;
  readonly form: string;
  readonly whose: Whose;
}

/** A fixture of calls, with what it omits. */
export interface WrittenCalls {
  readonly fixture: Omit<Fixture, "name">;
  readonly unsaid: readonly string[];
  readonly kept: ReadonlyMap<string, string>;
  /** Number of calls in the fixture. */
  readonly count: number;
}

/** Calls of sign-in. The `signIn` verb replaces them. */
const signingIn: ReadonlySet<OperationId> = new Set([
  "profile.login",
  "profile.create",
  "profile.verify-otp",
  "profile.renew",
  "profile.logout",
]);
interface CallAction {
  call: OperationId;
  with: Record<string, unknown>;
  otp?: string;
  file?: string;
  expect?: { code?: number; data?: { state: string } };
  keep?: Record<string, string>;
}

/** Converts calls to a fixture. Undefined when no call can be repeated. */
export async function toHarFixture(
  heard: readonly HeardCall[],
  { organisation, form, whose }: HarSetting,
  set: DefinitionSet,
): Promise<WrittenCalls | undefined> {
  const person = new Person();
  for (const { operation, given, data } of heard) {
    person.learn(operation, given);
    person.learn(operation, data);
  }
  const standIns = new StandIns(person, new KnownFields(set), organisation);
  const writer = new CallWriter(heard, whose, standIns);
  const steps: Step[] = [];
  for (const [at, call] of heard.entries()) {
    const actions = await writer.write(call, at);
    if (actions.length === 0) continue;
    const isChange = getOperation(call.operation).method !== "GET";
    const last = steps.at(-1);
    if (last && !isChange) last.do.push(...actions);
    else steps.push({ id: toId(call.operation, steps), title: getContract(call.operation).summary, do: actions });
  }
  if (steps.length === 0) return undefined;
  steps.unshift(writer.toBegin());
  const fixture = {
    description: `Recorded: ${writer.count} calls of a session.`,
    organisation,
    form,
    locale: "en",
    timeZone: "Asia/Kolkata",
    viewport: { width: 390, height: 844 },
    candidate: { name: standInName, mobile: person.mobilePattern },
    values: {},
    files: writer.papers.files,
    steps,
  };
  return { fixture, unsaid: writer.unsaid(), kept: standIns.kept, count: writer.count };
}

function toId(operation: OperationId, steps: readonly Step[]): string {
  const bare = operation.replaceAll(".", "-");
  const same = steps.filter(({ id }) => id === bare || id.replace(/-\d+$/, "") === bare).length;
  return same === 0 ? bare : `${bare}-${same + 1}`;
}

/** Writes calls in order. An earlier call stores the ids that later ones use. */
class CallWriter {
  readonly papers: Papers;
  count = 0;
  readonly #ids = new Ids();
  readonly #written = new Map<number, CallAction>();
  readonly #variables = new Map<string, string>();
  readonly #left = new Map<string, number>();
  readonly #paid = new Set<string>();
  #last = "";

  constructor(
    private readonly heard: readonly HeardCall[],
    private readonly whose: Whose,
    private readonly standIns: StandIns,
  ) {
    this.papers = new Papers(heard);
  }

  /** Actions for a call. Empty when it cannot be repeated. */
  async write(call: HeardCall, at: number): Promise<Action[]> {
    const { operation, status, code, data, strange } = call;
    if (signingIn.has(operation)) return this.#leave("of signing in: `signIn` stands for them");
    if (code === 0 && status >= 400) return this.#leave("that failed without a code");
    if (status === 0) return this.#leave("that nobody answered");
    for (const name of strange) this.#leave(`with '${name}', which ${operation} does not take: without it`);
    const upload = String(call.given["uploadId"]);
    const isStored = this.#ids.find(upload) !== undefined;
    const file = this.papers.find(call, isStored);
    const bare = file === undefined ? call : { ...call, given: without(call.given, "uploadId") };
    this.#ids.hearGiven(bare.given);
    const { whose, standIns } = this;
    const use = (text: string) => this.#use(text);
    const { given, otp, stranger } = await writeArguments(bare, { whose, ids: this.#ids, standIns, use });
    if (stranger !== undefined) return this.#leave("with ids that nothing before them has brought");
    const expect = toExpectation(call);
    const action: CallAction = { call: operation, with: given, ...(otp && { otp }), ...(file && { file }), ...expect };
    if (code === 0) this.#ids.hearAnswer(at, data);
    const text = JSON.stringify(action);
    if (getOperation(operation).method === "GET" && text === this.#last) return [];
    this.#last = text;
    this.#written.set(at, action);
    this.count += 1;
    return [...this.#toWorld(call), action as unknown as Action];
  }

  /** The first step: sign-in, the transaction's state, an open page. */
  toBegin(): Step {
    const { txnId } = this.whose;
    const profile = this.heard.find(({ operation, code }) => operation === "profile.get" && code === 0);
    const { name } = ((profile?.data ?? {}) as { profileDetails?: { name?: string } }).profileDetails ?? {};
    const isThere = txnId !== undefined && this.#ids.find(txnId) === undefined;
    const info = this.heard.find(
      ({ operation, given }) => operation === "transactions.info" && given["txnId"] === txnId,
    );
    const { state } = (info?.data ?? {}) as { state?: string };
    return {
      id: "begin",
      title: "The start.",
      do: [
        { signIn: name === undefined ? "new" : "identified" },
        ...(isThere && state !== undefined ? [{ reachState: state }] : []),
        { open: "/?orgId={orgId}" },
      ],
    };
  }

  /** One line per reason to omit calls. */
  unsaid(): string[] {
    return [...this.#left].map(([why, count]) => `${count} ${count === 1 ? "call" : "calls"} ${why}`);
  }

  #leave(why: string): Action[] {
    this.#left.set(why, (this.#left.get(why) ?? 0) + 1);
    return [];
  }

  /** The variable of an id. The call that returned the id stores it. */
  #use(text: string): string {
    const source = this.#ids.find(text);
    const action = source && this.#written.get(source.call);
    if (!source || !action) return text;
    const known = this.#variables.get(text);
    if (known !== undefined) return `{${known}}`;
    const name = this.#toVariable(text, source.path);
    this.#variables.set(text, name);
    action.keep = { ...action.keep, [name]: source.path };
    return `{${name}}`;
  }

  #toVariable(text: string, path: string): string {
    const last = path.split(".").findLast((step) => /^[A-Za-z]\w*$/.test(step)) ?? "id";
    const bare = text === this.whose.txnId ? "txnId" : last.replace(/List$/, "");
    const taken = new Set([...this.#variables.values(), ...(text === this.whose.txnId ? [] : ["txnId"])]);
    let name = bare;
    for (let count = 2; taken.has(name); count += 1) name = `${bare}${count}`;
    return name;
  }

  /** The payment result that the answer shows. */
  #toWorld({ operation, data }: HeardCall): Action[] {
    const { currentStatus, paymentId } = (data ?? {}) as { currentStatus?: string; paymentId?: string };
    if (operation !== "payments.poll" || paymentId === undefined || this.#paid.has(paymentId)) return [];
    const outcome = currentStatus === "Success" ? "success" : currentStatus === "Failed" ? "failure" : undefined;
    if (outcome === undefined || !this.#ids.find(paymentId)) return [];
    this.#paid.add(paymentId);
    return [{ paymentResult: outcome, order: this.#use(paymentId) }];
  }
}

function toExpectation({ operation, code, data }: HeardCall): Pick<CallAction, "expect"> {
  if (code !== 0) return { expect: { code } };
  const { state } = (data ?? {}) as { state?: unknown };
  const isKnown = !("failed" in followPath(answerOf(operation), ["state"]));
  return typeof state === "string" && isKnown ? { expect: { data: { state } } } : {};
}

const without = (given: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([key]) => key !== name));
