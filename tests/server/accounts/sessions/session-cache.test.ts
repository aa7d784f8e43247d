import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { SessionCache } from "#server/accounts/sessions/session-cache.ts";
import type { Change } from "#server/platform/store/change-feed.ts";

const candidate = { id: "asha", mobile: "+919800000001", displayName: "Asha" } as Candidate;
const now = new Date("2027-01-01T10:00:00Z");
let notify: (changed: Change) => void;
let feed: { isListening: boolean };
let cache: SessionCache;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const changes = {
    isListening: true,
    onChange: (listener: typeof notify) => void (notify = listener),
    close: async () => undefined,
  };
  feed = changes;
  cache = new SessionCache(changes);
});
afterEach(() => vi.useRealTimers());

const toToken = (claims: object) => ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), "x"].join(".");
const claims = { sub: "asha", sid: "one", iat: 0, exp: now.getTime() / 1000 + 2 };
const token = toToken(claims);
const read = { token, claims, candidate, now };
const keep = () => cache.begin()(read);

test("caches a session for three seconds, but not beyond the end of its token", () => {
  keep();
  vi.advanceTimersByTime(1999);
  expect(cache.find(token)).toEqual({ id: "one", candidate });
  vi.advanceTimersByTime(1);
  expect(cache.find(token)).toBeUndefined();
  const long = { ...claims, exp: claims.exp + 3600 };
  cache.begin()({ ...read, claims: long, token: toToken(long) });
  vi.advanceTimersByTime(3000);
  expect(cache.find(toToken(long))).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cache.find(toToken(long))).toBeUndefined();
});

test("does not trust an unverified token with the id of a cached session", () => {
  keep();
  expect(cache.find(`${token}y`)).toBeUndefined();
  expect(cache.find(toToken({ ...claims, exp: claims.exp + 3600 }))).toBeUndefined();
  expect(cache.find("nothing")).toBeUndefined();
});

test.each<Change>([{ what: "session", id: "one" }, { what: "candidate", id: "asha" }, { what: "anything" }])(
  "removes an entry when another server changes it: %o",
  (changed) => {
    keep();
    notify(changed);
    expect(cache.find(token)).toBeUndefined();
  },
);

test("keeps entries that a change does not concern", () => {
  keep();
  notify({ what: "session", id: "two" });
  notify({ what: "candidate", id: "ravi" });
  expect(cache.find(token)).toBeDefined();
});

test("does not cache a session that ends during its read", () => {
  const kept = cache.begin();
  notify({ what: "session", id: "one" });
  kept(read);
  expect(cache.find(token)).toBeUndefined();
});

test("caches nothing while changes of other servers are not received", () => {
  keep();
  feed.isListening = false;
  expect(cache.find(token)).toBeUndefined();
  feed.isListening = true;
  cache.forget("one");
  feed.isListening = false;
  keep();
  feed.isListening = true;
  expect(cache.find(token)).toBeUndefined();
});
