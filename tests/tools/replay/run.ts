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
import { EventStream } from "./event-stream.ts";
import { listRecipients, mapLines, toMessageLine, toStoredLines, replaceRandomValues } from "./server-state.ts";
import type { Observation, PageObservation } from "./observation.ts";
import { appRoot } from "#server/root.ts";
import { makeSeed } from "./references/seed.ts";
import { generateFile, type GeneratedFile } from "./generated-files.ts";
import type { Variables } from "#engine/core/base/fill-variables.ts";
import { randomMobile, toNationalNumber } from "./variables.ts";
import { ApiClient } from "./api-client.ts";

/** Every language that a page may speak: a step may change it. */
const locales = ["en", ...readdirSync(path.join(appRoot, "schemas/locales")).map((file) => path.parse(file).name)];
/** How long a step waits for what it wants to see, in milliseconds. */
export const stepTimeoutMs = 30_000;
/** The same for the verdict on a paper: the threads that look at it yield to all else that a machine does. */
export const inspectionTimeoutMs = 120_000;
/** What is told of days is told of the same ones whenever a fixture is played: one begins long enough before midnight in its zone, or else in the morning. */
const lateHour = 20;
const morningHour = 6;

/** Where a fixture is played: `fetch` answers the calls of the reading itself; `mobile` is the number that is not drawn anew. */
export interface RunTarget {
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** Answers those of the page, where there is one in this process. */
  readonly pageFetch?: typeof fetch;
  readonly mobile?: string;
  /** Others play there meanwhile: its clock is left as it is. */
  readonly isShared?: boolean;
}

/** One playing of a fixture, against the API or in a browser: its candidate, what it has kept, which messages are its own. */
export class FixtureRun {
  readonly api: ApiClient;
  readonly variables: Variables;
  readonly events: EventStream;
  /** What the page is answered in the server's place. */
  readonly replies: Replies;
  /** Where the messages stood when it began. */
  private since = "";
  /** Messages that a step has told of. */
  private readonly told = new Set<string>();
  private readonly usedCodes = new Set<string>();
  private readonly papers = new Map<string, Promise<GeneratedFile>>();

  /** `toBearer` gives the access token of the reading's own session; undefined before there is one. */
  constructor(
    readonly fixture: Fixture,
    { baseUrl, fetch, mobile = randomMobile(fixture.candidate.mobile), isShared = false }: RunTarget,
    readonly toBearer: () => Promise<string | undefined>,
    replies = new Replies(),
  ) {
    this.replies = replies;
    this.#isShared = isShared;
    this.api = new ApiClient(baseUrl, fetch);
    this.events = new EventStream(this.api, looksAtEvents(fixture));
    this.variables = {
      ...fixture.values,
      name: fixture.candidate.name,
      mobile,
      nationalNumber: toNationalNumber(mobile),
      orgId: fixture.organisation,
      formId: fixture.form,
    };
  }

  /** Sets the clock and the seed data, and remembers the messages that were there before. */
  async start(): Promise<void> {
    if (this.fixture.clock !== undefined) await this.api.sandbox("POST", "clock", { now: this.fixture.clock });
    else if (!this.#isShared) await this.#leaveEvening();
    if (this.fixture.seed !== undefined) Object.assign(this.variables, await makeSeed(this.fixture, this.api));
    this.since = await this.api.readCursor("outbox");
    await this.events.forget();
  }

  readonly #isShared: boolean;

  /** Late in the day the clock goes on to the next morning. */
  async #leaveEvening(): Promise<void> {
    const now = await this.#readNow();
    if (now.hour < lateHour) return;
    const morning = now.plus({ days: 1 }).startOf("day").set({ hour: morningHour });
    await this.api.sandbox("POST", "clock", { advanceSeconds: morning.diff(now, "seconds").seconds });
  }

  /** The server's time, in the fixture's zone. */
  async #readNow(): Promise<DateTime> {
    const { now } = await this.api.sandbox<{ now: string }>("GET", "clock");
    return DateTime.fromISO(now, { zone: this.fixture.timeZone });
  }

  #isReleased = false;

  /** Another release is served from now on: the documents with these changes; without any, as they are. */
  async release(changes: readonly object[]): Promise<void> {
    this.#isReleased = changes.length > 0;
    await this.api.sandbox("POST", "release", { changes });
  }

  /** Every step held. */
  async finish(): Promise<void> {}

  /** Nothing more is done in it. */
  async end(): Promise<void> {
    if (this.#isReleased) await this.release([]);
  }

  /** What can be perceived of the page now; undefined for a reading that has none. */
  observe(): Promise<PageObservation | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * What was perceived, and what lies behind it: what is stored, and what was sent since the step before. Days are as they
   * are from today on, and what is drawn for the reading goes by its name: the same whenever the fixture is played.
   */
  async complete(observation: PageObservation): Promise<Observation> {
    const [now, info, sent] = await Promise.all([this.#readNow(), this.#readStored(), this.#readSent()]);
    const origin = this.api.baseUrl;
    const host = encodeURIComponent(new URL(origin).host);
    const undraw = replaceRandomValues({ ...this.variables, origin, host }, this.fixture.values);
    const stored = info ? toStoredLines(info) : [];
    for (const { state } of info ? [info, ...Object.values(info.verificationList)] : []) this.noteState(state);
    return mapLines({ ...observation, stored, sent }, (line) => toStableText(undraw(line), now, locales));
  }

  /** Hears in which state the transaction was found, or one of its verifications. */
  protected noteState(_state: string): void {}

  async #readStored(): Promise<TxnInfo | undefined> {
    const { orgId, txnId } = this.context;
    const bearer = await this.toBearer();
    if (txnId === undefined || bearer === undefined) return undefined;
    const { data } = await this.api.call("transactions.info", { orgId, txnId }, { context: this.context, bearer });
    return (data ?? undefined) as TxnInfo | undefined;
  }

  /** Messages to the fixture's own recipients that no step has seen, oldest first. */
  async #readSent(): Promise<string[]> {
    const recipients = listRecipients(this.fixture, this.variables);
    const found = (await Promise.all(recipients.map((to) => this.messages(to)))).flat();
    const fresh = found.filter((message) => !this.told.has(toKey(message)));
    for (const message of fresh) this.told.add(toKey(message));
    return fresh.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).map(toMessageLine);
  }

  /** What the client would know of the open transaction. */
  get context(): RequestContext {
    const { orgId, formId, txnId } = this.variables;
    return { orgId: String(orgId), formId: String(formId), ...(typeof txnId === "string" && { txnId }) };
  }

  /** What a page keeps of a candidate who has signed in; `identified`: who they are is proved too. */
  async toStoredSession(how: "new" | "identified"): Promise<Record<string, unknown>> {
    const { mobile, name } = this.variables;
    const asked = { mobile, name, ...(how === "identified" && { identity: true }) };
    const tokens = await this.api.sandbox<Record<string, unknown>>("POST", "session", asked);
    return { "root-v3": { auth: { ...tokens, version: 3 }, version: 3 }, refreshToken: tokens["refreshToken"] };
  }

  /** What a tab keeps in which a page of the open transaction stood before: its ids, and that the intro was seen. */
  toTabStorage(): { local: Record<string, unknown>; session: Record<string, unknown> } {
    const { orgId, formId, txnId } = this.context;
    const openIds = txnId !== undefined && { orgId, formId, txnId };
    return {
      local: { orgId, ...openIds },
      session: { formData: { showInitScreen: false }, ...(openIds && { openIds: { ...openIds, of: "" } }) },
    };
  }

  /** A paper of the fixture; made once. */
  file(name: string): Promise<GeneratedFile> {
    const described = this.fixture.files[name];
    if (!described) throw new Error(`no file '${name}' in the fixture`);
    const made = this.papers.get(name) ?? generateFile(name, described);
    this.papers.set(name, made);
    return made;
  }

  /** Messages to a recipient since the reading began, newest first. */
  async messages(to: string): Promise<OutboxMessage[]> {
    return this.api.outbox(to, this.since);
  }

  /** The newest code to a recipient that no step has used yet; waits for it. */
  async code(to: string): Promise<string> {
    return this.until(`a code to ${to}`, async () => {
      const message = (await this.messages(to)).find((one) => one.otp !== null && !this.usedCodes.has(toKey(one)));
      if (!message?.otp) return undefined;
      this.usedCodes.add(toKey(message));
      return message.otp;
    });
  }

  /** Asks again until there is an answer. Throws with what was waited for, and how long, when patience ends. */
  async until<T>(what: string, look: () => Promise<T | undefined>, forMs = stepTimeoutMs): Promise<T> {
    for (const end = this.passedMs() + forMs; ;) {
      const found = await look();
      if (found !== undefined) return found;
      if (this.passedMs() > end) throw new Error(`${what} did not come within ${forMs / 1000} s`);
      await this.passTime(100);
    }
  }

  /** Lets so many milliseconds go by, or more. */
  protected passTime(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** The time that goes by in it, in milliseconds from anywhere. */
  protected passedMs(): number {
    return Date.now();
  }
}

const looksAtEvents = (fixture: Fixture): boolean =>
  listSteps(fixture).some(({ then = [], do: done }) => [...done, ...then].some((action) => "events" in action));

function toKey({ createdAt, to, text }: OutboxMessage): string {
  return JSON.stringify([createdAt, to, text]);
}
