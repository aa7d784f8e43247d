import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** What the example reads of `/openapi.json`. */
interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: {
    securitySchemes: { verifierClient: { flows: { clientCredentials: { tokenUrl: string } } } };
  };
}

/** An event as the receiver got it. */
export interface ReceivedEvent {
  id: string;
  type: string;
  data: { txnId: string; subType: string; version: number; url: string };
}

export interface Submission {
  submission: { version: number; verificationName: string };
  data: Record<string, unknown>;
  documentList: { at: string; url: string; type: string }[];
}

/** The client's side of the API. It knows the operations' ids, and reads every address from `/openapi.json`. */
export class VerifierClient {
  #token = "";

  private constructor(
    private readonly origin: string,
    private readonly document: Document,
    private readonly client: { id: string; secret: string },
  ) {}

  static async connect(origin: string, client: { id: string; secret: string }): Promise<VerifierClient> {
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
    return new VerifierClient(origin, document, client);
  }

  /** Gets an access token by client credentials; → the HTTP status. */
  async authenticate(): Promise<number> {
    const { tokenUrl } = this.document.components.securitySchemes.verifierClient.flows.clientCredentials;
    const basic = Buffer.from(`${this.client.id}:${this.client.secret}`).toString("base64");
    const answer = await fetch(this.origin + tokenUrl, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const { access_token: token = "" } = (await answer.json()) as { access_token?: string };
    this.#token = token;
    return answer.status;
  }

  /** Calls an operation; → status and `data`, or the failure. */
  async call<T>(operationId: string, params: Record<string, string> = {}, body?: object): Promise<[number, T]> {
    const [path, method] = this.#find(operationId);
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const answer = await fetch(this.origin + address, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const read = (await answer.json()) as { data?: T };
    return [answer.status, (read.data ?? read) as T];
  }

  /** The bytes at an address of a submission; → the status and the bytes. */
  async download(url: string): Promise<[number, Buffer]> {
    const answer = await fetch(this.origin + new URL(url).pathname, {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    return [answer.status, Buffer.from(await answer.arrayBuffer())];
  }

  #find(operationId: string): [path: string, method: string] {
    for (const [path, methods] of Object.entries(this.document.paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId) return [path, method.toUpperCase()];
    throw new Error(`the document has no ${operationId}`);
  }
}

/** The client's endpoint for events. `answers` are the statuses of the next calls; 204 without one. */
export interface Receiver {
  url: string;
  events: ReceivedEvent[];
  answers: number[];
  close(): void;
}

/** Starts a receiver that verifies signatures as Standard Webhooks define them. */
export async function startReceiver(secret: string): Promise<Receiver> {
  const webhook = new Webhook(secret);
  const receiver = { events: [] as ReceivedEvent[], answers: [] as number[] };
  const server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const status = receiver.answers.shift() ?? 204;
      try {
        const event = webhook.verify(text, request.headers as Record<string, string>) as Omit<ReceivedEvent, "id">;
        receiver.events.push({ ...event, id: String(request.headers["webhook-id"]) });
        response.writeHead(status).end();
      } catch {
        response.writeHead(401).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return Object.assign(receiver, { url, close: () => void server.close() });
}
