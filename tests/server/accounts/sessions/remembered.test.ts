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

const keep = () => remembered.begin()("one", { candidate, now });

test("who was looked up is remembered for three seconds, and the database's time goes on meanwhile", () => {
  keep();
  vi.advanceTimersByTime(2000);
  expect(remembered.find("one")).toEqual({ candidate, now: new Date("2027-01-01T10:00:02Z") });
  vi.advanceTimersByTime(1001);
  expect(remembered.find("one")).toBeUndefined();
});

test.each<Changed>([{ what: "session", id: "one" }, { what: "candidate", id: "asha" }, { what: "anything" }])(
  "what another server changes is looked up again: %o",
  (changed) => {
    keep();
    tell(changed);
    expect(remembered.find("one")).toBeUndefined();
  },
);

test("what concerns others stays", () => {
  keep();
  tell({ what: "session", id: "two" });
  tell({ what: "candidate", id: "ravi" });
  expect(remembered.find("one")).toBeDefined();
});

test("a session that ends while it is looked up is not kept", () => {
  const kept = remembered.begin();
  tell({ what: "session", id: "one" });
  kept("one", { candidate, now });
  expect(remembered.find("one")).toBeUndefined();
});

test("while other servers are not heard everything is looked up", () => {
  keep();
  heard.isHeard = false;
  expect(remembered.find("one")).toBeUndefined();
  heard.isHeard = true;
  remembered.forget("one");
  heard.isHeard = false;
  keep();
  heard.isHeard = true;
  expect(remembered.find("one")).toBeUndefined();
});
