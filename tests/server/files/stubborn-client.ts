import net from "node:net";
import { toMultipart } from "./multipart.ts";

/**
 * The result of a client that reads only after it has sent everything, as browsers do. `sent` is false when it was cut
 * off.
 */
export interface Heard {
  sent: boolean;
  status: number;
  body: { code?: number; message?: string };
}

/** Sends a file over its own connection at a given speed, and only then reads. */
export function sendStubbornly(
  { port, path, token }: { port: number; path: string; token: string },
  file: Buffer,
): Promise<Heard> {
  const body = toMultipart(file);
  const boundary = body.subarray(2, body.indexOf("\r\n")).toString();
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1" });
    let [sent, answer] = [false, ""];
    // A client that is cut off while sending does not read the response.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      const [top = "", content = ""] = answer.split("\r\n\r\n");
      resolve({
        sent,
        status: Number(top.split(" ")[1] ?? 0),
        body: content ? (JSON.parse(content) as Heard["body"]) : {},
      });
    });
    void send(socket, [Buffer.from(head), body]).then(() => {
      sent = true;
      socket.setEncoding("utf8").on("data", (part: string) => {
        answer += part;
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? Infinity);
        if (answer.length >= answer.indexOf("\r\n\r\n") + 4 + length) socket.destroy();
      });
    });
  });
}

const piece = 256 * 1024;

async function send(socket: net.Socket, parts: readonly Buffer[]): Promise<void> {
  for (const part of parts)
    for (let from = 0; from < part.length; from += piece) {
      await new Promise<void>((resolve) =>
        socket.write(part.subarray(from, from + piece), (error) => !error && resolve()),
      );
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
}
