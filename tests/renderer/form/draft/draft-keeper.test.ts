// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftRefused, type DraftServer } from "#renderer/form/draft/draft-server.ts";
import { key, open, toServer } from "./keeping.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("draft keeper", () => {
  it("sends nothing while the server refuses drafts: reads what it has, and keeps what is typed in the browser", async () => {
    const { server, put } = toServer({ version: 2, data: { level: "bachelor" } });
    const { keeper, type, connect } = open(server, undefined, "Not today.");
    expect(await keeper.load()).toEqual({ level: "bachelor" });
    const disconnect = connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(20_000);
    disconnect();
    expect(put).not.toHaveBeenCalled();
    expect(keeper.refused).toBe("Not today.");
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({
      data: { level: "master" },
      unsent: ["/level"],
    });
    const later = open(server);
    expect(await later.keeper.load()).toEqual({ level: "master" });
    later.data["level"] = "master";
    later.connect();
    await vi.advanceTimersByTimeAsync(1000);
    expect(put).toHaveBeenCalledWith(2, { level: "master" });
  });

  it("does not send again what the server refuses: says why, keeps it in the browser, and tries what is typed next", async () => {
    const { server } = toServer();
    const put = vi.fn(async () => Promise.reject(new DraftRefused("This form has been submitted.")));
    const { keeper, type, connect } = open({ ...server, put });
    const states: string[] = [];
    keeper.subscribe(() => states.push(keeper.state()));
    const disconnect = connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(states).toEqual(["dirty", "refused"]);
    expect(keeper.refused).toBe("This form has been submitted.");
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({ data: { level: "master" } });
    type("/level", "bachelor");
    expect(keeper.refused).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(2);
    disconnect();
    expect(put).toHaveBeenCalledTimes(2);
  });

  it("keeps what is typed in the browser first, then on the server when typing rests", async () => {
    const { server, put, read } = toServer();
    const { keeper, type, connect } = open(server);
    await keeper.load();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(300);
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({
      data: { level: "master" },
      unsent: ["/level"],
    });
    expect(put).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(800);
    expect(read()).toEqual({ version: 1, data: { level: "master" } });
    expect(keeper.state()).toBe("saved");
  });

  it("never stores a sensitive value anywhere", async () => {
    const { server, put } = toServer();
    const { type, connect } = open(server);
    connect();
    type("/number", "AB123");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(put).not.toHaveBeenCalled();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(put.mock.calls[0]?.[1]).toEqual({ level: "master" });
    expect(localStorage.getItem(key)).not.toContain("AB123");
  });

  it("survives a reload without a server answer, and sends the rest later", async () => {
    const lost: DraftServer = {
      get: async () => Promise.reject(new Error("offline")),
      put: async () => Promise.reject(new Error("offline")),
    };
    const before = open(lost);
    before.connect();
    before.type("/level", "master");
    window.dispatchEvent(new Event("pagehide"));
    const { server, read } = toServer();
    const after = open(server);
    expect(await after.keeper.load()).toEqual({ level: "master" });
    after.data["level"] = "master";
    after.connect();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read().data).toEqual({ level: "master" });
  });

  it("merges with another device: what was typed here and not sent wins", async () => {
    const { server, elsewhere, read } = toServer();
    const { keeper, data, type, connect } = open(server);
    await keeper.load();
    connect();
    elsewhere({ level: "bachelor", status: "LOA" });
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toMatchObject({ level: "master", status: "LOA" });
    expect(keeper.state()).toBe("conflict");
    expect(read()).toEqual({ version: 2, data: { level: "master", status: "LOA" } });
  });

  it("what was sent as the page went is nobody else's, though the page that came knew nothing of it", async () => {
    const { server, elsewhere, read } = toServer();
    const { keeper, data, type, connect } = open(server);
    await keeper.load();
    connect();
    type("/level", "master");
    elsewhere({ level: "master" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keeper.state()).toBe("saved");
    expect(data).toEqual({ level: "master" });
    expect(read()).toEqual({ version: 2, data: { level: "master" } });
  });

  it("merges at load too", async () => {
    localStorage.setItem(
      key,
      JSON.stringify({ version: 1, data: { level: "master", status: "WITH" }, unsent: ["/level"] }),
    );
    const { server } = toServer({ version: 2, data: { level: "bachelor", status: "LOA" } });
    expect(await open(server).keeper.load()).toEqual({ level: "master", status: "LOA" });
  });

  it("drops a copy whose draft was spent by a submission elsewhere", async () => {
    localStorage.setItem(key, JSON.stringify({ version: 3, data: { level: "master" }, unsent: ["/level"] }));
    expect(await open(toServer().server).keeper.load()).toBeUndefined();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it("sends nothing while a submission is on its way, and forgets all after it", async () => {
    const { server, put } = toServer();
    const { keeper, type, connect } = open(server);
    const leave = connect();
    type("/level", "master");
    keeper.hold();
    leave();
    await vi.advanceTimersByTimeAsync(5_000);
    keeper.discard();
    keeper.release();
    expect(put).not.toHaveBeenCalled();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each([
    ["is answered", 500, 500],
    ["is not answered", undefined, 3000],
  ])("has a submission wait until what is on its way %s", async (_, answersAfterMs, waitsMs) => {
    const put = vi.fn(async () => {
      await new Promise((resolve) => answersAfterMs && setTimeout(resolve, answersAfterMs));
      return { version: 1, data: {} };
    });
    const { keeper, type, connect } = open({ get: async () => ({ version: 0, data: {} }), put });
    connect();
    const began = Date.now();
    await keeper.hold();
    expect(Date.now()).toBe(began);
    keeper.release();
    type("/level", "master");
    keeper.flush();
    let waited: number | undefined;
    void keeper.hold().then(() => (waited = Date.now() - began));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(waited).toBe(waitsMs);
    expect(put).toHaveBeenCalledTimes(1);
  });

  it("writes nothing after the session has ended", async () => {
    const { server, put } = toServer();
    let alive = true;
    const { type, connect } = open(server, () => alive);
    const leave = connect();
    type("/level", "master");
    alive = false;
    localStorage.clear();
    leave();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(put).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
  });

  it("keeps a form without a transaction in the browser alone", async () => {
    const { keeper, type, connect } = open();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(300);
    expect(keeper.state()).toBe("saved");
    expect(await open().keeper.load()).toEqual({ level: "master" });
  });

  it("leaves empty what was emptied, though the page went before the server heard of it", async () => {
    const { server, lose } = toServer({ version: 2, data: { level: "master" } });
    const { keeper, data, type, connect } = open(server);
    Object.assign(data, await keeper.load());
    const disconnect = connect();
    lose();
    type("/level", undefined);
    disconnect();
    expect(await open(server).keeper.load()).toEqual({});
  });
});
