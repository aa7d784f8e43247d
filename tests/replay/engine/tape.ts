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

/** An answer with its place on the tape. */
type Placed = Taped & { readonly index: number };

/** Answers calls from a tape. `documents` answers for what is no answer of the server's. */
export class TapePlayer {
  /** By who asked, and what. */
  readonly #answers = new Map<string, Placed[]>();
  /** Where on the tape something was changed. */
  readonly #boundaries: readonly number[];
  readonly #used = new Set<number>();
  readonly #documents: typeof fetch;
  /** Where on the tape the last change of something was. */
  #at = -1;
  /** What was asked that nobody had asked when the answers were kept. */
  readonly unheard: string[] = [];

  constructor({ answers }: Tape, documents: typeof fetch) {
    for (const [index, one] of answers.entries()) {
      const key = toKey(one.by, one.asked);
      const same = this.#answers.get(key) ?? [];
      this.#answers.set(key, same);
      same.push({ ...one, index });
    }
    this.#boundaries = answers.flatMap(({ asked }, index) => (isBoundary(asked) ? [index] : []));
    this.#documents = documents;
  }

  /** What answers one who asks. */
  toFetch(by: Asker): typeof fetch {
    return async (target, init) => {
      init?.signal?.throwIfAborted();
      const asked = toAsked(target, init);
      if (asked.includes(" /t/")) return toWholeAnswer("", { status: 204 });
      if (untaped.test(asked)) return this.#documents(target, init);
      const same = this.#answers.get(toKey(by, asked)) ?? [];
      const found = by === "reading" || isChange(asked) ? this.#findNext(same, asked) : this.#read(same);
      if (found) return toResponse(found);
      if (loosePath.test(asked)) return keepDraft(init?.body);
      this.unheard.push(asked);
      throw new TypeError(`nobody asked this when the answers were kept: ${asked}`);
    };
  }

  /** The next answer to this; where it changed something, the tape goes on to there. */
  #findNext(same: readonly Placed[], asked: string): Placed | undefined {
    const isLoose = loosePath.test(asked);
    const found =
      same.find(({ index }) => !this.#used.has(index)) ?? (isChange(asked) && !isLoose ? undefined : same.at(-1));
    if (!found) return undefined;
    this.#used.add(found.index);
    if (isBoundary(asked)) this.#at = Math.max(this.#at, found.index);
    return found;
  }

  /** What it was between the last change and the next; where it was not asked for there, as it was last before, or first after. */
  #read(same: readonly Placed[]): Placed | undefined {
    const next = this.#boundaries.find((index) => index > this.#at) ?? Infinity;
    const now = same.filter(({ index }) => index > this.#at && index < next);
    const found =
      now.find(({ index }) => !this.#used.has(index)) ??
      now.at(-1) ??
      same.findLast(({ index }) => index <= this.#at) ??
      same.find(({ index }) => index > this.#at);
    if (found) this.#used.add(found.index);
    return found;
  }
}

/** What a draft says may be another than it was then. */
const toKey = (by: Asker, asked: string): string => `${by} ${loosePath.test(asked) ? toPlace(asked) : asked}`;
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
