// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftRefused, type DraftServer } from "#renderer/form/draft/draft-server.ts";
import { key, openDraft, createServer } from "./draft-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("DraftSync", () => {
  it("reads the draft but sends nothing while the server refuses drafts, and keeps changes in the browser", async () => {
    const { server, put } = createServer({ version: 2, data: { level: "bachelor" } });
    const { draftSync, type, connect } = openDraft(server, undefined, "Not today.");
    expect(await draftSync.load()).toEqual({ level: "bachelor" });
    const disconnect = connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(20_000);
    disconnect();
    expect(put).not.toHaveBeenCalled();
    expect(draftSync.refused).toBe("Not today.");
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({
      data: { level: "master" },
      unsent: ["/level"],
    });
    const later = openDraft(server);
    expect(await later.draftSync.load()).toEqual({ level: "master" });
    later.data["level"] = "master";
    later.connect();
    await vi.advanceTimersByTimeAsync(1000);
    expect(put).toHaveBeenCalledWith(2, { level: "master" }, undefined);
  });

  it("does not send a refused draft again, shows the reason, and tries the next change", async () => {
    const { server } = createServer();
    const put = vi.fn(async () => Promise.reject(new DraftRefused("This form has been submitted.")));
    const { draftSync, type, connect } = openDraft({ ...server, put });
    const states: string[] = [];
    draftSync.subscribe(() => states.push(draftSync.state()));
    const disconnect = connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(states).toEqual(["dirty", "refused"]);
    expect(draftSync.refused).toBe("This form has been submitted.");
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({ data: { level: "master" } });
    type("/level", "bachelor");
    expect(draftSync.refused).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(2);
    disconnect();
    expect(put).toHaveBeenCalledTimes(2);
  });

  it("writes to the browser first, then to the server when typing pauses", async () => {
    const { server, put, read } = createServer();
    const { draftSync, type, connect } = openDraft(server);
    await draftSync.load();
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
    expect(draftSync.state()).toBe("saved");
  });

  it("never stores a sensitive value", async () => {
    const { server, put } = createServer();
    const { type, connect } = openDraft(server);
    connect();
    type("/number", "AB123");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(put).not.toHaveBeenCalled();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(put.mock.calls[0]?.[1]).toEqual({ level: "master" });
    expect(localStorage.getItem(key)).not.toContain("AB123");
  });

  it("survives a reload without a server answer and sends the rest later", async () => {
    const lost: DraftServer = {
      get: async () => Promise.reject(new Error("offline")),
      put: async () => Promise.reject(new Error("offline")),
    };
    const before = openDraft(lost);
    before.connect();
    before.type("/level", "master");
    window.dispatchEvent(new Event("pagehide"));
    const { server, read } = createServer();
    const after = openDraft(server);
    expect(await after.draftSync.load()).toEqual({ level: "master" });
    after.data["level"] = "master";
    after.connect();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read().data).toEqual({ level: "master" });
  });

  it("merges with another device: unsent changes of this device win", async () => {
    const { server, saveElsewhere, read } = createServer();
    const { draftSync, data, type, connect } = openDraft(server);
    await draftSync.load();
    connect();
    saveElsewhere({ level: "bachelor", status: "LOA" });
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toMatchObject({ level: "master", status: "LOA" });
    expect(draftSync.state()).toBe("conflict");
    expect(read()).toEqual({ version: 2, data: { level: "master", status: "LOA" } });
  });

  it("reports no conflict for a draft that the page sent while closing", async () => {
    const { server, saveElsewhere, read } = createServer();
    const { draftSync, data, type, connect } = openDraft(server);
    await draftSync.load();
    connect();
    type("/level", "master");
    saveElsewhere({ level: "master" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(draftSync.state()).toBe("saved");
    expect(data).toEqual({ level: "master" });
    expect(read()).toEqual({ version: 2, data: { level: "master" } });
  });

  it("merges on load", async () => {
    localStorage.setItem(
      key,
      JSON.stringify({ version: 1, data: { level: "master", status: "WITH" }, unsent: ["/level"] }),
    );
    const { server } = createServer({ version: 2, data: { level: "bachelor", status: "LOA" } });
    expect(await openDraft(server).draftSync.load()).toEqual({ level: "master", status: "LOA" });
  });

  it("drops a copy whose draft was submitted elsewhere", async () => {
    localStorage.setItem(key, JSON.stringify({ version: 3, data: { level: "master" }, unsent: ["/level"] }));
    expect(await openDraft(createServer().server).draftSync.load()).toBeUndefined();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it("sends nothing during a submission and forgets everything after it", async () => {
    const { server, put } = createServer();
    const { draftSync, type, connect } = openDraft(server);
    const leave = connect();
    type("/level", "master");
    draftSync.pause();
    leave();
    await vi.advanceTimersByTimeAsync(5_000);
    draftSync.discard();
    draftSync.resume();
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
    const { draftSync, type, connect } = openDraft({ get: async () => ({ version: 0, data: {} }), put });
    connect();
    const began = Date.now();
    await draftSync.pause();
    expect(Date.now()).toBe(began);
    draftSync.resume();
    type("/level", "master");
    draftSync.flush();
    let waited: number | undefined;
    void draftSync.pause().then(() => (waited = Date.now() - began));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(waited).toBe(waitsMs);
    expect(put).toHaveBeenCalledTimes(1);
  });

  it("writes nothing after the end of the session", async () => {
    const { server, put } = createServer();
    let alive = true;
    const { type, connect } = openDraft(server, () => alive);
    const leave = connect();
    type("/level", "master");
    alive = false;
    localStorage.clear();
    leave();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(put).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
  });

  it("keeps a form without a transaction in the browser only", async () => {
    const { draftSync, type, connect } = openDraft();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(300);
    expect(draftSync.state()).toBe("saved");
    expect(await openDraft().draftSync.load()).toEqual({ level: "master" });
  });

  it("leaves an emptied field empty when the page closed before the server knew", async () => {
    const { server, loseConnection } = createServer({ version: 2, data: { level: "master" } });
    const { draftSync, data, type, connect } = openDraft(server);
    Object.assign(data, await draftSync.load());
    const disconnect = connect();
    loseConnection();
    type("/level", undefined);
    disconnect();
    expect(await openDraft(server).draftSync.load()).toEqual({});
  });
});
