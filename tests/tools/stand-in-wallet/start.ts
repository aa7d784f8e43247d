import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openBooks, Refused, type Answer, type Person, type StandInForm } from "./books.ts";
import { toRoutes } from "./routes.ts";

/** A running stand-in. `asked` lists every call as `METHOD path`. */
export interface StandInWallet {
  url: string;
  asked: string[];
  /** The newest code sent to a number. */
  readCode(mobile: string): string;
  /** Sets the outcome of a verifier or payment provider. */
  decide(txnId: string, states: Record<string, string>): void;
  pay(paymentId: string): void;
  close(): Promise<void>;
}

const bases =
  /^\/(web-wallet\/api\/1\.0|issuer\/api\/1\.0|verification\/api\/1\.0|verification\/web-wallet\/api\/1\.0|verification\/api\/2\.0|utility\/api\/1\.0|notification\/api\/1\.0)/;

/** Starts it on a free port. */
export async function startStandInWallet(form: StandInForm): Promise<StandInWallet> {
  const books = openBooks(form);
  const { people, txns, orders, submit, touch } = books;
  const routes = toRoutes(books);
  const asked: string[] = [];
  const answer = (request: IncomingMessage, bytes: Buffer): Answer => {
    const url = new URL(request.url ?? "", "http://wallet");
    const place = url.pathname.replace(bases, "");
    const route = routes.find(
      ([method, pattern]) => (request.method === "HEAD" ? "GET" : request.method) === method && pattern.test(place),
    );
    if (!route) throw new Refused(404, 0, "");
    const type = request.headers["content-type"] ?? "";
    return route[2]({
      params: route[1].exec(place)!.slice(1),
      query: url.searchParams,
      body:
        type.startsWith("application/json") && bytes.length > 0
          ? (JSON.parse(bytes.toString()) as Record<string, unknown>)
          : {},
      bytes,
      type,
      person: () => {
        const payload = request.headers.authorization?.split(" ")[1]?.split(".")[1];
        const person = payload
          ? people.get((JSON.parse(Buffer.from(payload, "base64url").toString()) as Person).mobile)
          : undefined;
        if (!person) throw new Refused(401, 101, "Session Expired");
        return person;
      },
    });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push(`${request.method} ${request.url?.split("?")[0]}`);
      try {
        sendAnswer(response, answer(request, Buffer.concat(chunks)));
      } catch (error) {
        sendRefusal(response, error);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    readCode: (mobile) => people.get(mobile)?.otp ?? "none",
    decide: (txnId, states) => {
      const txn = txns.get(txnId)!;
      for (const [name, state] of Object.entries(states)) txn.entries[name]!.state = state;
      txn.state = Object.values(txn.entries).every(({ state, markedAsSkip }) => markedAsSkip || state === "COMPLETED")
        ? "COMPLETED"
        : txn.state;
      touch(txn);
    },
    pay: (paymentId) => {
      const txn = orders().find(({ order }) => order?._id === paymentId)!;
      txn.order!.currentStatus = "Success";
      submit(txn);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendAnswer(response: ServerResponse, data: Answer): void {
  if ("bytes" in data) {
    response.writeHead(200, { "content-type": data.type, "content-length": data.bytes.length }).end(data.bytes);
    return;
  }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ code: 0, data }));
}

function sendRefusal(response: ServerResponse, error: unknown): void {
  if (!(error instanceof Refused)) throw error;
  if (error.code === 0) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
  else
    response
      .writeHead(error.status, { "content-type": "application/json" })
      .end(JSON.stringify({ code: error.code, message: error.message }));
}
