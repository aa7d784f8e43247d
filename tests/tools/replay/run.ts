import { readdirSync } from "node:fs";
import path from "node:path";
import { DateTime } from "luxon";
import { toStableText } from "./stable-text.ts";
import type { OutboxMessage } from "#engine/contract/sandbox.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { RequestContext } from "#engine/contract/request.ts";
import { listSteps } from "./starting-point.ts";
import { Replies } from "./replies.ts";
import type { Fixture } from "./contracts.ts";
import { isSystem, isVisitor } from "./actors.ts";
import { EventStream } from "./event-stream.ts";
import { listRecipients, mapLines, toMessageLine, toStoredLines, replaceRandomValues } from "./server-state.ts";
import type { Observation, PageObservation } from "./observation.ts";
import { appRoot } from "#server/root.ts";
import { noSessionCookie } from "#server/staff/cookie.ts";
import { makeSeed } from "./references/seed.ts";
import { generateFile, type GeneratedFile } from "./generated-files.ts";
import type { Variables } from "#engine/core/base/fill-variables.ts";
import { randomMobile, toNationalNumber } from "./variables.ts";
import { ApiClient } from "./api-client.ts";

/** Every language, because a step may change it. */
const locales = ["en", ...readdirSync(path.join(appRoot, "schemas/locales")).map((file) => path.parse(file).name)];
/** How long a step waits, in milliseconds. */
export const stepTimeoutMs = 30_000;
/** How long a step waits for a document inspection, whose threads have low priority, in milliseconds. */
export const inspectionTimeoutMs = 120_000;
/** A run late in the evening moves to the next morning, so that no run passes midnight in its zone. */
const lateHour = 20;
const morningHour = 6;

/** The server of a run. `fetch` sends the run's own calls. `mobile` replaces the random number. */
export interface RunTarget {
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** Sends calls of a headless page. */
  readonly pageFetch?: typeof fetch;
  readonly mobile?: string;
  /** Other runs use the server, so its clock stays. */
  readonly isShared?: boolean;
}

/** One run of a fixture in any mode: its candidate, variables and messages. */
export class FixtureRun {
  readonly api: ApiClient;
  readonly variables: Variables;
  readonly events: EventStream;
  /** Prepared replies to calls of the page. */
  readonly replies: Replies;
  /** Position in the outbox at the start. */
  private since = "";
  /** Messages that an earlier step reported. */
  private readonly reportedMessages = new Set<string>();
  private readonly usedCodes = new Set<string>();
  private readonly files = new Map<string, Promise<GeneratedFile>>();

  /** `toBearer` returns the access token of the run, if it has one. */
  constructor(
    readonly fixture: Fixture,
    { baseUrl, fetch, mobile = randomMobile(fixture.candidate.mobile), isShared = false }: RunTarget,
    readonly toBearer: () => Promise<string | undefined>,
    replies = new Replies(),
  ) {
    this.replies = replies;
    this.#isShared = isShared;
    this.api = new ApiClient(baseUrl, fetch);
    this.events = new EventStream(this.api, checksEvents(fixture));
    this.variables = {
      ...fixture.values,
      name: fixture.candidate.name,
      mobile,
      nationalNumber: toNationalNumber(mobile),
      orgId: fixture.organisation,
      formId: fixture.form,
    };
  }

  /** Sets clock and seed data, and skips older messages. */
  async start(): Promise<void> {
    if (this.fixture.clock !== undefined) await this.api.sandbox("POST", "clock", { now: this.fixture.clock });
    else if (!this.#isShared) await this.#skipLateEvening();
    if (this.fixture.seed !== undefined) Object.assign(this.variables, await makeSeed(this.fixture, this.api));
    this.since = await this.api.readCursor("outbox");
    await this.events.forget();
  }

  readonly #isShared: boolean;

  /** Moves the clock from late evening to the next morning. */
  async #skipLateEvening(): Promise<void> {
    const now = await this.#readNow();
    if (now.hour < lateHour) return;
    const morning = now.plus({ days: 1 }).startOf("day").set({ hour: morningHour });
    await this.api.sandbox("POST", "clock", { advanceSeconds: morning.diff(now, "seconds").seconds });
  }

  /** The server's time in the fixture's zone. */
  async #readNow(): Promise<DateTime> {
    const { now } = await this.api.sandbox<{ now: string }>("GET", "clock");
    return DateTime.fromISO(now, { zone: this.fixture.timeZone });
  }

  #isReleased = false;

  /** Serves the definitions with these changes. Without changes it restores them. */
  async release(changes: readonly object[]): Promise<void> {
    this.#isReleased = changes.length > 0;
    await this.api.sandbox("POST", "release", { changes });
  }

  /** Set-Cookie headers of staff who have signed in, by role. */
  readonly #staffSessions = new Map<string, string>();

  /** Ends the sessions of staff, as time does: the next step signs in again. */
  endStaffSessions(): void {
    this.#staffSessions.clear();
  }

  #actor: string | undefined;

  /** Sets who calls and opens pages in the next step. Without an actor it is the candidate. */
  async actAs(actor: string | undefined): Promise<void> {
    const isAnother = actor !== this.#actor;
    this.#actor = actor;
    this.api.staffCookie = this.api.systemToken = undefined;
    await this.setVisitor(isVisitor(actor));
    if (actor !== undefined && isSystem(actor)) await this.api.signInSystem(actor);
    else if (actor !== undefined && !isVisitor(actor)) return this.#actAsStaff(actor);
    // A session that was opened on a page lasts until another person acts.
    if (isAnother) await this.setPageCookie(noSessionCookie);
  }

  /** Signs in the sandbox's person with a role once, so that what ends a session ends it for later steps too. */
  async #actAsStaff(role: string): Promise<void> {
    const header = this.#staffSessions.get(role) ?? (await this.api.signInStaff(role, String(this.variables["orgId"])));
    this.#staffSessions.set(role, header);
    this.api.staffCookie = header.split(";", 1)[0];
    await this.setPageCookie(header);
  }

  /** Hides the candidate's storage from pages of a visitor, or shows it again. */
  protected setVisitor(_isVisitor: boolean): Promise<void> {
    return Promise.resolve();
  }

  /** Gives the page a cookie, or removes it: the content of a Set-Cookie header. */
  protected setPageCookie(_header: string): Promise<void> {
    return Promise.resolve();
  }

  /** Called after every step passed. */
  async finish(): Promise<void> {}

  /** Called at the end, after success or failure. */
  async end(): Promise<void> {
    if (this.#isReleased) await this.release([]);
  }

  /** What the page shows at once, for the message of a failed step. Empty without a page. */
  async glimpse(): Promise<readonly string[]> {
    return [];
  }

  /** The observation of the page. Undefined without a page. */
  observe(): Promise<PageObservation | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Adds stored data and new messages to an observation. Days are relative to today and random values have names, so
   * that every run gives the same text.
   */
  async complete(observation: PageObservation): Promise<Observation> {
    const [now, info, sent] = await Promise.all([this.#readNow(), this.#readStored(), this.#readSent()]);
    const origin = this.api.baseUrl;
    const host = encodeURIComponent(new URL(origin).host);
    const replaceRandom = replaceRandomValues({ ...this.variables, origin, host }, this.fixture.values);
    const stored = info ? toStoredLines(info) : [];
    for (const { state } of info ? [info, ...Object.values(info.verificationList)] : []) this.noteState(state);
    return mapLines({ ...observation, stored, sent }, (line) => toStableText(replaceRandom(line), now, locales));
  }

  /** Receives the state of the transaction or of a verification. */
  protected noteState(_state: string): void {}

  async #readStored(): Promise<TxnInfo | undefined> {
    const { orgId, txnId } = this.context;
    const bearer = await this.toBearer();
    if (txnId === undefined || bearer === undefined) return undefined;
    const { data } = await this.api.call("transactions.info", { orgId, txnId }, { context: this.context, bearer });
    return (data ?? undefined) as TxnInfo | undefined;
  }

  /** New messages to recipients of the fixture, oldest first. */
  async #readSent(): Promise<string[]> {
    const recipients = listRecipients(this.fixture, this.variables);
    const found = (await Promise.all(recipients.map((to) => this.messages(to)))).flat();
    const fresh = found.filter((message) => !this.reportedMessages.has(toKey(message)));
    for (const message of fresh) this.reportedMessages.add(toKey(message));
    return fresh.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).map(toMessageLine);
  }

  /** The ids of the open transaction. */
  get context(): RequestContext {
    const { orgId, formId, txnId } = this.variables;
    return { orgId: String(orgId), formId: String(formId), ...(typeof txnId === "string" && { txnId }) };
  }

  /** The storage of a signed-in page. `identified`: with a proved identity. */
  async toStoredSession(how: "new" | "identified"): Promise<Record<string, unknown>> {
    const { mobile, name } = this.variables;
    const body = { mobile, name, ...(how === "identified" && { identity: true }) };
    const tokens = await this.api.sandbox<Record<string, unknown>>("POST", "session", body);
    return { "root-v3": { auth: { ...tokens, version: 3 }, version: 3 }, refreshToken: tokens["refreshToken"] };
  }

  /** The storage of a tab that had the transaction open: its ids and the seen intro. */
  toTabStorage(): { local: Record<string, unknown>; session: Record<string, unknown> } {
    const { orgId, formId, txnId } = this.context;
    const openIds = txnId !== undefined && { orgId, formId, txnId };
    return {
      local: { orgId, ...openIds },
      session: { formData: { showInitScreen: false }, ...(openIds && { openIds: { ...openIds, of: "" } }) },
    };
  }

  /** A file of the fixture, made once. */
  file(name: string): Promise<GeneratedFile> {
    const spec = this.fixture.files[name];
    if (!spec) throw new Error(`no file '${name}' in the fixture`);
    const generated = this.files.get(name) ?? generateFile(name, spec);
    this.files.set(name, generated);
    return generated;
  }

  /** Messages to a recipient since the start, newest first. */
  async messages(to: string): Promise<OutboxMessage[]> {
    return this.api.outbox(to, this.since);
  }

  /** Waits for the newest unused code to a recipient. */
  async code(to: string): Promise<string> {
    return this.until(`a code to ${to}`, async () => {
      const message = (await this.messages(to)).find((one) => one.otp !== null && !this.usedCodes.has(toKey(one)));
      if (!message?.otp) return undefined;
      this.usedCodes.add(toKey(message));
      return message.otp;
    });
  }

  /** Polls until there is a result. Throws with the wait and its duration on timeout. */
  async until<T>(expected: string, attempt: () => Promise<T | undefined>, forMs = stepTimeoutMs): Promise<T> {
    for (const end = this.passedMs() + forMs; ;) {
      const found = await attempt();
      if (found !== undefined) return found;
      if (this.passedMs() > end) throw new Error(`${expected} did not come within ${forMs / 1000} s`);
      await this.passTime(100);
    }
  }

  /** Waits at least that many milliseconds. */
  protected passTime(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** A clock in milliseconds with any origin. */
  protected passedMs(): number {
    return Date.now();
  }
}

const checksEvents = (fixture: Fixture): boolean =>
  listSteps(fixture).some(({ then = [], do: done }) => [...done, ...then].some((action) => "events" in action));

function toKey({ createdAt, to, text }: OutboxMessage): string {
  return JSON.stringify([createdAt, to, text]);
}
