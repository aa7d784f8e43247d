// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { key, open, readCopy, toServer, toStorage } from "./keeping.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a draft whose form was left", () => {
  it("is still delivered once the line is back, and the copy is told", async () => {
    const { server, lose, read } = toServer();
    lose();
    const { keeper, type, connect } = open(server);
    await keeper.load();
    const leave = connect();
    type("/level", "master");
    leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(read()).toEqual({ version: 1, data: { level: "master" } });
    expect(readCopy()).toEqual({ version: 1, data: { level: "master" }, unsent: [] });
  });

  it("gives way to the form that is opened again: newer words stay", async () => {
    const { server, lose, read, put } = toServer();
    lose();
    const before = open(server);
    await before.keeper.load();
    const leave = before.connect();
    before.type("/level", "Asha");
    leave();
    const now = open(server);
    Object.assign(now.data, await now.keeper.load());
    now.connect();
    now.type("/level", "Aisha");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read()).toEqual({ version: 1, data: { level: "Aisha" } });
    expect(readCopy()).toEqual({ version: 1, data: { level: "Aisha" }, unsent: [] });
    expect(put).toHaveBeenCalledTimes(2);
  });

  it("leaves no draft behind a submission that was made from the form opened again", async () => {
    const { server, lose, read, spend } = toServer();
    lose();
    const before = open(server);
    const leave = before.connect();
    before.type("/level", "Asha");
    leave();
    const now = open(server);
    await now.keeper.load();
    now.connect();
    now.keeper.hold();
    spend();
    now.keeper.discard();
    now.keeper.release();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read()).toEqual({ version: 0, data: {} });
    expect(readCopy()).toBeNull();
  });

  /** A form that was left with something to deliver, and the same form in another tab. */
  async function leaveBesideAnother() {
    const { server, lose, put, read } = toServer();
    lose();
    const before = open(server);
    const leave = before.connect();
    before.type("/level", "Asha");
    leave();
    await vi.advanceTimersByTimeAsync(1_000);
    const other = open(undefined, undefined, undefined, toStorage());
    other.connect();
    other.type("/level", "Aisha");
    other.keeper.flush();
    return { put, read, other };
  }

  it("is delivered beside another tab, whose copy it leaves alone", async () => {
    const { read } = await leaveBesideAnother();
    const copy = readCopy();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read().data).toEqual({ level: "Asha" });
    expect(readCopy()).toEqual(copy);
  });

  it("is not delivered once the form was submitted in another tab", async () => {
    const { put, read, other } = await leaveBesideAnother();
    other.keeper.discard();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([put.mock.calls.length, read().version]).toEqual([1, 0]);
    expect(readCopy()).toBeNull();
  });

  it("leaves another tab's copy alone when its own submission is taken after all", async () => {
    const storage = toStorage();
    const before = open(toServer().server, undefined, undefined, storage);
    const leave = before.connect();
    before.type("/level", "Asha");
    before.keeper.flush();
    before.keeper.hold();
    leave();
    const other = open();
    other.connect();
    other.type("/level", "Aisha");
    other.keeper.flush();
    before.keeper.discard();
    before.keeper.release();
    expect(readCopy()?.data).toEqual({ level: "Aisha" });
  });

  it("merges nothing by itself: where another device was first, the next opening does", async () => {
    const { server, lose, put, elsewhere, read } = toServer();
    lose();
    const before = open(server);
    const leave = before.connect();
    before.type("/level", "master");
    leave();
    elsewhere({ level: "bachelor", status: "LOA" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(2);
    expect(before.data).toEqual({ level: "master" });
    expect(readCopy()).toMatchObject({ data: { level: "master" }, unsent: ["/level"] });
    const now = open(server);
    Object.assign(now.data, await now.keeper.load());
    now.connect();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read()).toEqual({ version: 2, data: { level: "master", status: "LOA" } });
  });

  it("is kept for again when the same form stands again", async () => {
    const { server, read } = toServer();
    const { keeper, type, connect } = open(server);
    connect()();
    connect();
    localStorage.setItem(key, JSON.stringify({ version: 0, data: {}, unsent: [] }));
    type("/level", "master");
    keeper.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read().data).toEqual({ level: "master" });
    expect(readCopy()).toMatchObject({ data: { level: "master" } });
  });
});
