import { toWholeAnswer } from "#renderer/headless/whole-answer.ts";
import type { Fixture } from "../contracts.ts";

export type Asker = "page" | "reading";

/** One answer of the server, as it came. */
interface Taped {
  /** Who asked: the page, or the reading itself, which asks the same in the same order each time. */
  readonly by: Asker;
  /** What was asked: method, path with its query, and what was sent. */
  readonly asked: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text as it is, else as Base64; empty where there is none. */
  readonly body: string;
  readonly isText: boolean;
}

/** What a server answered while a fixture was played on it. */
export interface Tape {
  /** The fixture that it is of, as it was then. */
  readonly of: string;
  readonly baseUrl: string;
  /** The number that was drawn for the candidate. */
  readonly mobile: string;
  readonly answers: Taped[];
}

/** What is asked while one plays, beside what fixtures say: a reading that asks otherwise counts on. */
const manner = 2;
/** A fixture as a text, with what it begins with and how it is played: another text, another tape. */
export const toSign = (fixture: Fixture): string => JSON.stringify([manner, fixture]);

const keptHeaders = ["content-type", "location", "x-server-time", "retry-after", "content-disposition"];
const texts = /^(?:text\/|application\/(?:[\w.]+\+)?json)/;
/** When a draft is sent depends on how fast one types; what it says is looked at where it is stored. */
const loosePath = /^(?:PUT|DELETE) \S+\/draft[ ?]/;
/** What a page reports beside what it does, and its documents, which are not the server's answers. */
const untaped = /^\S+ \/(?:t\/|config\/|sandbox\/release)/;

/** Passes calls on and keeps the answers. */
export function tapeAnswers(by: Asker, through: typeof fetch, answers: Taped[]): typeof fetch {
  return async (target, init) => {
    const asked = toAsked(target, init);
    const response = await through(target, init);
    if (untaped.test(asked)) return response;
    const isText = texts.test(response.headers.get("content-type") ?? "");
    const body = isText ? await response.text() : Buffer.from(await response.arrayBuffer()).toString("base64");
    const headers: Record<string, string> = {};
    for (const name of keptHeaders) if (response.headers.has(name)) headers[name] = response.headers.get(name)!;
    const taped = { by, asked, status: response.status, headers, body, isText };
    answers.push(taped);
    return toResponse(taped);
  };
}

/** Answers calls from a tape. `documents` answers for what is no answer of the server's. */
export class TapePlayer {
  readonly #answers: readonly (Taped & { index: number })[];
  readonly #used = new Set<number>();
  readonly #documents: typeof fetch;
  /** Where on the tape the last change of something was. */
  #at = -1;
  /** What was asked that nobody had asked when the answers were kept. */
  readonly unheard: string[] = [];

  constructor({ answers }: Tape, documents: typeof fetch) {
    this.#answers = answers.map((one, index) => ({ ...one, index }));
    this.#documents = documents;
  }

  /** What answers one who asks. */
  toFetch(by: Asker): typeof fetch {
    return async (target, init) => {
      init?.signal?.throwIfAborted();
      const asked = toAsked(target, init);
      if (asked.includes(" /t/")) return toWholeAnswer("", { status: 204 });
      if (untaped.test(asked)) return this.#documents(target, init);
      const found = by === "reading" || isChange(asked) ? this.#findNext(by, asked) : this.#read(asked);
      if (found) return toResponse(found);
      if (loosePath.test(asked)) return keepDraft(init?.body);
      this.unheard.push(asked);
      throw new TypeError(`nobody asked this when the answers were kept: ${asked}`);
    };
  }

  /** The next answer to this; where it changed something, the tape goes on to there. */
  #findNext(by: Asker, asked: string) {
    const isLoose = loosePath.test(asked);
    const same = this.#answers.filter(
      (one) => one.by === by && (isLoose ? toPlace(one.asked) === toPlace(asked) : one.asked === asked),
    );
    const found =
      same.find(({ index }) => !this.#used.has(index)) ?? (isChange(asked) && !isLoose ? undefined : same.at(-1));
    if (!found) return undefined;
    this.#used.add(found.index);
    if (isBoundary(asked)) this.#at = Math.max(this.#at, found.index);
    return found;
  }

  /** What it was between the last change and the next; where it was not asked for there, as it was last before, or first after. */
  #read(asked: string) {
    const same = this.#answers.filter((one) => one.by === "page" && one.asked === asked);
    const next = this.#answers.find(({ asked: other, index }) => index > this.#at && isBoundary(other))?.index;
    const now = same.filter(({ index }) => index > this.#at && index < (next ?? Infinity));
    const before = same.filter(({ index }) => index <= this.#at);
    const found =
      now.find(({ index }) => !this.#used.has(index)) ??
      now.at(-1) ??
      before.at(-1) ??
      same.find(({ index }) => index > this.#at);
    if (found) this.#used.add(found.index);
    return found;
  }
}

const toPlace = (asked: string): string => asked.split(" ", 2).join(" ");
const isChange = (asked: string): boolean => !asked.startsWith("GET ");
const isBoundary = (asked: string): boolean => isChange(asked) && !loosePath.test(asked);

function toAsked(target: Parameters<typeof fetch>[0], init: RequestInit = {}): string {
  const { pathname, search } = new URL(target instanceof Request ? target.url : target);
  return `${init.method ?? "GET"} ${pathname}${search} ${toSent(init.body)}`.trimEnd();
}

function toSent(body: RequestInit["body"]): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (!(body instanceof FormData)) return "";
  return [...body].map(([key, value]) => `${key}=${typeof value === "string" ? value : value.name}`).join("&");
}

/** The form was left before its draft went, then: it is kept, as it would have been. */
function keepDraft(body: RequestInit["body"]): Response {
  const { version = 0, data = {} } = JSON.parse(typeof body === "string" ? body : "{}") as Record<string, unknown>;
  return Response.json({ data: { version: Number(version) + 1, data, updatedAt: new Date().toISOString() } });
}

const toResponse = ({ status, headers, body, isText }: Taped): Response =>
  toWholeAnswer(isText ? body : new Uint8Array(Buffer.from(body, "base64")), { status, headers });
