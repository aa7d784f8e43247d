import http from "node:http";
import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { createSmtp } from "#server/ports/email-smtp.ts";
import type { OutboundMessage } from "#server/ports/messages.ts";
import { createSmsGateway } from "#server/ports/sms-gateway.ts";
import { createSandboxDirectory } from "#server/ports/directory-sandbox.ts";
import { Outages } from "#server/ports/outages.ts";

const servers: net.Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

const message: OutboundMessage = {
  id: "message-1",
  channel: "sms",
  to: "+919876543210",
  subject: "Hello",
  text: "A line\n@host #123456",
  otp: "123456",
  createdAt: new Date(0),
};

async function listen(server: net.Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as net.AddressInfo).port;
}

test("posts an SMS with token and id to the gateway, and treats any answer but 2xx as a failure", async () => {
  const seen: { headers: http.IncomingHttpHeaders; body: unknown }[] = [];
  let status = 202;
  const port = await listen(
    http.createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += String(part);
      seen.push({ headers: request.headers, body: JSON.parse(body) });
      response.writeHead(status).end();
    }),
  );
  const gateway = createSmsGateway({ url: `http://127.0.0.1:${port}/send`, token: "secret" });
  await gateway.send(message);
  expect(seen[0]).toMatchObject({
    headers: { authorization: "Bearer secret", "idempotency-key": "message-1" },
    body: { id: "message-1", channel: "sms", to: message.to, text: message.text },
  });
  expect(seen[0]!.body).not.toHaveProperty("otp");
  status = 500;
  await expect(gateway.send(message)).rejects.toThrow(/500/);
});

test("sends mail over SMTP, with the same message id at each attempt", async () => {
  const mails: string[] = [];
  const port = await listen(net.createServer((socket) => talkSmtp(socket, mails)));
  const smtp = createSmtp(`smtp://127.0.0.1:${port}`, "Sanad <no-reply@sanad.example>");
  await smtp.send({ ...message, channel: "email", to: "asha@mailbox.example" });
  expect(mails[0]).toMatch(/^To: asha@mailbox\.example$/m);
  expect(mails[0]).toMatch(/^Subject: Hello$/m);
  expect(mails[0]).toMatch(/^Message-ID: <message-1@sanad>$/m);
  expect(mails[0]).toContain("@host #123456");
});

test("knows fifty reference numbers of each organisation in the sandbox's directory", async () => {
  const find = (orgId: string, value: string) =>
    createSandboxDirectory(new Outages()).findMailbox(orgId, "referenceNumber", value);
  expect(await find("gce", "GCE-100001")).toBe("gce-100001@mailbox.example");
  expect(await find("gce", "gce-100050 ")).toBe("gce-100050@mailbox.example");
  for (const value of ["GCE-100000", "GCE-100051", "GCE-1000001", "HARBOUR-100001", ""])
    expect(await find("gce", value)).toBeUndefined();
});

/** Enough SMTP for one mail. */
function talkSmtp(socket: net.Socket, mails: string[]): void {
  let inData = false;
  let mail = "";
  const send = (line: string) => socket.write(`${line}\r\n`);
  const receive = (line: string) => {
    if (inData) {
      if (line !== ".") return void (mail += `${line}\n`);
      inData = false;
      mails.push(mail);
      return void send("250 taken");
    }
    if (/^DATA/i.test(line)) {
      inData = true;
      return void send("354 go on");
    }
    send(/^QUIT/i.test(line) ? "221 bye" : "250 ok");
  };
  let rest = "";
  socket.on("data", (part) => {
    const lines = (rest + part.toString()).split("\r\n");
    rest = lines.pop() ?? "";
    lines.forEach(receive);
  });
  send("220 ready");
}
