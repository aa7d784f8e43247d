import type { AnyOperationId } from "#engine/contract/contracts.ts";
import type { TrackedEvent } from "./event-stream.ts";
import type { ExpectedResponse, Expectation, sharedContracts, Verbs } from "./contracts.ts";
import { findDifference } from "./partial-match.ts";
import type { FixtureRun } from "./run.ts";
import { getAt } from "#engine/core/base/json-pointer.ts";
import { readDottedPath } from "#engine/core/base/fill-variables.ts";
import type { Answer, RawAnswer } from "./api-client.ts";

/** Longest outage in seconds. A fixture that fails during one must not affect the others for long. */
const outageSeconds = 30;

/** Verbs of `do` and `then` in every mode. To add one: its contract in contracts.ts, its function here. */
export const sharedVerbs: Verbs<typeof sharedContracts, FixtureRun> = {
  call: async ({ call, with: args, otp, file, key, expect, keep }, run) => {
    const filled = otp === undefined ? args : { ...args, otp: await run.code(otp) };
    const answer = await run.api.call(call as AnyOperationId, filled, {
      context: run.context,
      bearer: await run.toBearer(),
      ...(file !== undefined && { file: await run.file(file) }),
      ...(key !== undefined && { key }),
    });
    assertAnswer(answer, expect);
    keepFrom(answer, keep, run);
  },
  request: async ({ request: path, method, headers, body, expect, keep = {} }, run) => {
    const answer = await run.api.request({
      path,
      ...(method !== undefined && { method }),
      ...(headers && { headers }),
      body,
      bearer: await run.toBearer(),
    });
    assertResponse(answer, expect);
    for (const [name, place] of Object.entries(keep)) run.variables[name] = readPlace(answer, place);
  },
  verifier: async ({ verifier, ...rest }, run) => {
    await run.api.sandbox("POST", "verifier", { txnId: run.variables["txnId"], outcome: verifier, ...rest });
  },
  reachState: async ({ reachState: state }, run) => {
    const { mobile, orgId, formId } = run.variables;
    const body = { mobile, orgId, formId, state };
    const created = await run.api.sandbox<{ txnId: string; failure?: string }>("POST", "transaction", body);
    if (created.failure !== undefined) throw new Error(`the form cannot reach ${state}: ${created.failure}`);
    run.variables["txnId"] = created.txnId;
  },
  paymentResult: async ({ paymentResult: outcome, order }, run) => {
    await run.api.sandbox("POST", `pay/${encodeURIComponent(order)}`, { outcome });
  },
  callback: async ({ callback, order, outcome }, run) => {
    await run.api.sandbox("POST", `pay/${encodeURIComponent(order)}`, { outcome, callback });
  },
  wait: async ({ wait }, run) => {
    await run.api.sandbox("POST", "clock", { advanceSeconds: wait });
    run.endStaffSessions();
  },
  clock: async ({ clock }, run) => {
    await run.api.sandbox("POST", "clock", clock);
    run.endStaffSessions();
  },
  service: async ({ service: port, is }, run) => {
    await run.api.sandbox("POST", "outage", { port, seconds: is === "down" ? outageSeconds : 0 });
  },
  tamper: async ({ tamper: credentialId }, run) => {
    await run.api.sandbox("POST", "tamper", { credentialId });
  },
  release: async ({ release }, run) => {
    await run.release(release);
  },
  events: async ({ events, allow = [] }, run) => {
    let reported: TrackedEvent[] = [];
    const matches = async () => {
      reported = (await run.events.fresh()).filter(({ name }) => !allow.includes(name));
      return JSON.stringify(reported.map(({ name }) => name)) === JSON.stringify(events) ? true : undefined;
    };
    try {
      await run.until("the events", matches);
    } catch {
      throw new Error(
        `the page reported ${JSON.stringify(reported.map(({ name, properties }) => [name, properties]))}`,
      );
    }
    await run.events.forget();
  },
  outbox: async ({ outbox, channel, containing = "", count, keep = {} }, run) => {
    let found: string[] = [];
    const matches = async () => {
      const sent = await run.messages(outbox);
      found = sent.filter((one) => one.channel === channel && one.text.includes(containing)).map(({ text }) => text);
      return found.length >= count ? true : undefined;
    };
    await run.until(`${count} × ${channel} to ${outbox}`, matches);
    if (found.length !== count)
      throw new Error(`${found.length} messages by ${channel} went to ${outbox}, expected ${count}`);
    for (const [name, pattern] of Object.entries(keep)) run.variables[name] = findText(found[0] ?? "", pattern, run);
  },
};

/** A header of a response, or with a JSON Pointer a part of its body. Throws when it is absent. */
function readPlace({ headers, body }: RawAnswer, place: string): unknown {
  const value = place.startsWith("/") ? getAt(body, place) : headers.get(place);
  if (value === undefined || value === null) throw new Error(`the answer has no '${place}'`);
  // The last part of a location is the id of the new resource.
  return place === "location" ? String(value).split("/").at(-1) : value;
}

/** What a pattern finds in a text, a link to this server as its path. Throws when it finds nothing. */
function findText(text: string, pattern: string, { api }: FixtureRun): string {
  const found = new RegExp(pattern, "m").exec(text)?.[0];
  if (found === undefined) throw new Error(`the message has no ${pattern}: ${text.slice(0, 600)}`);
  return found.startsWith(`${api.baseUrl}/`) ? found.slice(api.baseUrl.length) : found;
}

/** Throws when the answer is not the expected one. The default is a success. */
export function assertAnswer(answer: Answer, expect: Expectation = {}): void {
  const code = expect.code ?? 0;
  if (answer.code !== code || (code === 0 && answer.status >= 400)) {
    throw new Error(
      `got HTTP ${answer.status} code ${answer.code}, expected code ${code}: ${JSON.stringify(answer.body).slice(0, 600)}`,
    );
  }
  assertMessage(answer, expect.message);
  const difference = expect.data === undefined ? undefined : findDifference(expect.data, answer.data);
  if (difference !== undefined) throw new Error(difference);
}

/** Throws when the response is not the expected one. The default is a success or a redirect. */
function assertResponse(answer: RawAnswer, { status, code, message, contains }: ExpectedResponse = {}): void {
  const { text } = answer;
  const isRight = status === undefined ? code !== undefined || answer.status < 400 : answer.status === status;
  if (!isRight || (code !== undefined && answer.code !== code))
    throw new Error(`got HTTP ${answer.status} code ${answer.code}: ${text.slice(0, 600)}`);
  assertMessage(answer, message);
  if (contains !== undefined && !text.includes(contains))
    throw new Error(`the response does not contain '${contains}': ${text.slice(0, 600)}`);
}

function assertMessage(answer: Pick<Answer, "body">, message: string | undefined): void {
  const messages = listMessages(answer);
  if (message !== undefined && !messages.includes(message))
    throw new Error(`the messages are ${JSON.stringify(messages)}, expected '${message}'`);
}

/** The messages of a refusal: its own and one per rejected value. */
function listMessages({ body }: Pick<Answer, "body">): unknown[] {
  const fields = Array.isArray(body["fields"]) ? (body["fields"] as { message?: unknown }[]) : [];
  return [body["message"], ...fields.map(({ message }) => message)];
}

/** Stores parts of `data` as variables, a URL of the wallet as its path. Throws when one is absent. */
export function keepFrom(answer: Answer, keep: Record<string, string> = {}, run: FixtureRun): void {
  for (const [name, path] of Object.entries(keep)) {
    const value = readDottedPath(answer.data, path);
    if (value === undefined) throw new Error(`the answer has no ${path}: ${JSON.stringify(answer.data).slice(0, 300)}`);
    const isOwn = typeof value === "string" && value.startsWith(`${run.api.baseUrl}/`);
    run.variables[name] = isOwn ? value.slice(run.api.baseUrl.length) : value;
  }
}
