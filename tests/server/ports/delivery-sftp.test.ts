import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSftpDelivery } from "#server/ports/delivery-sftp.ts";
import { makeBundle } from "../delivery/bundle.ts";
import { startSftpServer, type SftpServer } from "./sftp-server.ts";

let server: SftpServer;
beforeEach(async () => {
  server = await startSftpServer();
});
afterEach(() => server.close());

const send = (more: object = {}, bundle = makeBundle()) =>
  createSftpDelivery({
    host: "127.0.0.1",
    port: server.port,
    user: "sanad",
    password: "secret",
    hostKey: server.hostKey,
    folder: "/in",
    ...more,
  }).send(bundle);

const listFiles = () => [...server.entries].filter(([, bytes]) => bytes).map(([path]) => path);

describe("createSftpDelivery", () => {
  test("uploads the files and last a manifest, and takes the folder as the receipt", async () => {
    expect(await send()).toEqual({ reference: "/in/report-delivery-1" });
    expect(listFiles()).toEqual(["/in/report-delivery-1/report.json", "/in/report-delivery-1/manifest.json"]);
    expect(JSON.parse(String(server.entries.get("/in/report-delivery-1/manifest.json")))).toMatchObject({
      type: "report.ready",
      deliveryId: "delivery-1",
      references: { referenceNumber: "GCE-1" },
      files: [{ name: "report.json", sizeBytes: 28 }],
    });
    expect(server.entries.get("/in/report-delivery-1/report.json")).toHaveLength(28);
  });

  test("uploads nothing twice when the receipt of an earlier attempt got lost", async () => {
    await send();
    server.entries.set("/in/report-delivery-1/report.json", Buffer.from("read by the partner"));
    expect(await send()).toEqual({ reference: "/in/report-delivery-1" });
    expect(String(server.entries.get("/in/report-delivery-1/report.json"))).toBe("read by the partner");
    expect(await send({}, makeBundle({ round: 2 }))).toEqual({ reference: "/in/report-delivery-1-2" });
  });

  test("shows no half bundle after a connection that broke, and completes it at the next attempt", async () => {
    server.cutAt = "/in/report-delivery-1.part/manifest.json";
    await expect(send()).rejects.toThrow(/connection|end|close|No response/i);
    expect(listFiles()).toEqual(["/in/report-delivery-1.part/report.json"]);
    delete server.cutAt;
    await send();
    expect(listFiles()).toEqual(["/in/report-delivery-1/report.json", "/in/report-delivery-1/manifest.json"]);
  });

  test("sends nothing to a host with another key, or with a wrong password", async () => {
    await expect(send({ hostKey: `SHA256:${"A".repeat(43)}` })).rejects.toThrow(/verification|denied/i);
    await expect(send({ password: "wrong" })).rejects.toThrow(/authentication/i);
    expect(listFiles()).toEqual([]);
  });
});
