import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { RememberedSessions } from "#server/accounts/sessions/remembered.ts";
import type { Changed } from "#server/platform/store/changes.ts";

const candidate = { id: "asha", mobile: "+919800000001", displayName: "Asha" } as Candidate;
const now = new Date("2027-01-01T10:00:00Z");
let tell: (changed: Changed) => void;
let heard: { isHeard: boolean };
let remembered: RememberedSessions;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const changes = {
    isHeard: true,
    hear: (listener: typeof tell) => void (tell = listener),
    close: async () => undefined,
  };
  heard = changes;
  remembered = new RememberedSessions(changes);
});
afterEach(() => vi.useRealTimers());

const toToken = (claims: object) => ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), "x"].join(".");
const claims = { sub: "asha", sid: "one", iat: 0, exp: now.getTime() / 1000 + 2 };
const token = toToken(claims);
const read = { token, claims, candidate, now };
const keep = () => remembered.begin()(read);

test("who was looked up is remembered until the token ends, for three seconds at most", () => {
  keep();
  vi.advanceTimersByTime(1999);
  expect(remembered.find(token)).toEqual({ id: "one", candidate });
  vi.advanceTimersByTime(1);
  expect(remembered.find(token)).toBeUndefined();
  const long = { ...claims, exp: claims.exp + 3600 };
  remembered.begin()({ ...read, claims: long, token: toToken(long) });
  vi.advanceTimersByTime(3000);
  expect(remembered.find(toToken(long))).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(remembered.find(toToken(long))).toBeUndefined();
});

test("a token that nobody has proved says nothing, whichever session it names", () => {
  keep();
  expect(remembered.find(`${token}y`)).toBeUndefined();
  expect(remembered.find(toToken({ ...claims, exp: claims.exp + 3600 }))).toBeUndefined();
  expect(remembered.find("nothing")).toBeUndefined();
});

test.each<Changed>([{ what: "session", id: "one" }, { what: "candidate", id: "asha" }, { what: "anything" }])(
  "what another server changes is looked up again: %o",
  (changed) => {
    keep();
    tell(changed);
    expect(remembered.find(token)).toBeUndefined();
  },
);

test("what concerns others stays", () => {
  keep();
  tell({ what: "session", id: "two" });
  tell({ what: "candidate", id: "ravi" });
  expect(remembered.find(token)).toBeDefined();
});

test("a session that ends while it is looked up is not kept", () => {
  const kept = remembered.begin();
  tell({ what: "session", id: "one" });
  kept(read);
  expect(remembered.find(token)).toBeUndefined();
});

test("while other servers are not heard everything is looked up", () => {
  keep();
  heard.isHeard = false;
  expect(remembered.find(token)).toBeUndefined();
  heard.isHeard = true;
  remembered.forget("one");
  heard.isHeard = false;
  keep();
  heard.isHeard = true;
  expect(remembered.find(token)).toBeUndefined();
});
