import { followPath } from "#engine/core/base/value-type.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { answerOf } from "#engine/authoring/check/support/operations.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { Action, Fixture, Step } from "../../contracts.ts";
import { KnownFields } from "../personal/fields.ts";
import { Person } from "../personal/person.ts";
import { standInName, StandIns } from "../personal/stand-ins.ts";
import { writeArguments, type TrafficIds } from "./arguments.ts";
import type { HarCall } from "./har-call.ts";
import { Ids } from "./ids.ts";
import { HarFiles } from "./har-files.ts";

/** Options of an import. */
export interface HarOptions {
  readonly organisation: string;
  readonly form: string;
  readonly trafficIds: TrafficIds;
}

/** A fixture of calls, with what it omits. */
export interface ImportedFixture {
  readonly fixture: Omit<Fixture, "name">;
  readonly omitted: readonly string[];
  readonly unchanged: ReadonlyMap<string, string>;
  /** Number of calls in the fixture. */
  readonly count: number;
}

/** Calls of sign-in. The `signIn` verb replaces them. */
const signInCalls: ReadonlySet<OperationId> = new Set([
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
  calls: readonly HarCall[],
  { organisation, form, trafficIds }: HarOptions,
  set: DefinitionSet,
): Promise<ImportedFixture | undefined> {
  const person = new Person();
  for (const { operation, args, data } of calls) {
    person.learn(operation, args);
    person.learn(operation, data);
  }
  const standIns = new StandIns(person, new KnownFields(set), organisation);
  const writer = new CallWriter(calls, trafficIds, standIns);
  const steps: Step[] = [];
  for (const [at, call] of calls.entries()) {
    const actions = await writer.write(call, at);
    if (actions.length === 0) continue;
    const isChange = getOperation(call.operation).method !== "GET";
    const previous = steps.at(-1);
    if (previous && !isChange) previous.do.push(...actions);
    else steps.push({ id: toId(call.operation, steps), title: getContract(call.operation).summary, do: actions });
  }
  if (steps.length === 0) return undefined;
  steps.unshift(writer.toStartStep());
  const fixture = {
    description: `Recorded: ${writer.count} calls of a session.`,
    organisation,
    form,
    locale: "en",
    timeZone: "Asia/Kolkata",
    viewport: { width: 390, height: 844 },
    candidate: { name: standInName, mobile: person.mobilePattern },
    values: {},
    files: writer.files.files,
    steps,
  };
  return { fixture, omitted: writer.omitted(), unchanged: standIns.unchanged, count: writer.count };
}

function toId(operation: OperationId, steps: readonly Step[]): string {
  const base = operation.replaceAll(".", "-");
  const same = steps.filter(({ id }) => id === base || id.replace(/-\d+$/, "") === base).length;
  return same === 0 ? base : `${base}-${same + 1}`;
}

/** Writes calls in order. An earlier call stores the ids that later ones use. */
class CallWriter {
  readonly files: HarFiles;
  count = 0;
  readonly #ids = new Ids();
  readonly #written = new Map<number, CallAction>();
  readonly #variables = new Map<string, string>();
  readonly #omitted = new Map<string, number>();
  readonly #settled = new Set<string>();
  #last = "";

  constructor(
    private readonly calls: readonly HarCall[],
    private readonly trafficIds: TrafficIds,
    private readonly standIns: StandIns,
  ) {
    this.files = new HarFiles(calls);
  }

  /** Actions for a call. Empty when it cannot be repeated. */
  async write(call: HarCall, at: number): Promise<Action[]> {
    const { operation, status, code, data, unknownArgs: strange } = call;
    if (signInCalls.has(operation)) return this.#omit("of sign-in, replaced by `signIn`");
    if (code === 0 && status >= 400) return this.#omit("that failed without a code");
    if (status === 0) return this.#omit("without an answer");
    for (const name of strange) this.#omit(`with '${name}', which ${operation} does not take: without it`);
    const upload = String(call.args["uploadId"]);
    const isStored = this.#ids.find(upload) !== undefined;
    const file = this.files.find(call, isStored);
    const base = file === undefined ? call : { ...call, args: without(call.args, "uploadId") };
    this.#ids.addArguments(base.args);
    const { trafficIds, standIns } = this;
    const use = (text: string) => this.#use(text);
    const { args, otp, unknownId } = await writeArguments(base, { trafficIds, ids: this.#ids, standIns, use });
    if (unknownId !== undefined) return this.#omit("with ids from no earlier answer");
    const expect = toExpectation(call);
    const action: CallAction = { call: operation, with: args, ...(otp && { otp }), ...(file && { file }), ...expect };
    if (code === 0) this.#ids.addAnswer(at, data);
    const text = JSON.stringify(action);
    if (getOperation(operation).method === "GET" && text === this.#last) return [];
    this.#last = text;
    this.#written.set(at, action);
    this.count += 1;
    return [...this.#toPaymentResult(call), action as unknown as Action];
  }

  /** The first step: sign-in, the transaction's state, an open page. */
  toStartStep(): Step {
    const { txnId } = this.trafficIds;
    const profile = this.calls.find(({ operation, code }) => operation === "profile.get" && code === 0);
    const { name } = ((profile?.data ?? {}) as { profileDetails?: { name?: string } }).profileDetails ?? {};
    const isThere = txnId !== undefined && this.#ids.find(txnId) === undefined;
    const info = this.calls.find(({ operation, args }) => operation === "transactions.info" && args["txnId"] === txnId);
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
  omitted(): string[] {
    return [...this.#omitted].map(([why, count]) => `${count} ${count === 1 ? "call" : "calls"} ${why}`);
  }

  #omit(why: string): Action[] {
    this.#omitted.set(why, (this.#omitted.get(why) ?? 0) + 1);
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
    const previous = path.split(".").findLast((step) => /^[A-Za-z]\w*$/.test(step)) ?? "id";
    const base = text === this.trafficIds.txnId ? "txnId" : previous.replace(/List$/, "");
    const usedNames = new Set([...this.#variables.values(), ...(text === this.trafficIds.txnId ? [] : ["txnId"])]);
    let name = base;
    for (let count = 2; usedNames.has(name); count += 1) name = `${base}${count}`;
    return name;
  }

  /** The payment result that the answer shows. */
  #toPaymentResult({ operation, data }: HarCall): Action[] {
    const { currentStatus, paymentId } = (data ?? {}) as { currentStatus?: string; paymentId?: string };
    if (operation !== "payments.poll" || paymentId === undefined || this.#settled.has(paymentId)) return [];
    const outcome = currentStatus === "Success" ? "success" : currentStatus === "Failed" ? "failure" : undefined;
    if (outcome === undefined || !this.#ids.find(paymentId)) return [];
    this.#settled.add(paymentId);
    return [{ paymentResult: outcome, order: this.#use(paymentId) }];
  }
}

function toExpectation({ operation, code, data }: HarCall): Pick<CallAction, "expect"> {
  if (code !== 0) return { expect: { code } };
  const { state } = (data ?? {}) as { state?: unknown };
  const isKnown = !("failed" in followPath(answerOf(operation), ["state"]));
  return typeof state === "string" && isKnown ? { expect: { data: { state } } } : {};
}

const without = (args: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));
