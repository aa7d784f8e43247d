import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { services as bases } from "#engine/api/services.ts";
import type { OperationId } from "#engine/api/operations.ts";
import type { Tokens } from "#engine/api/profile.ts";
import { toRequest, type WireRequest } from "#engine/api/request.ts";
import type { State } from "#engine/api/states.ts";
import { errors, WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { createTransaction, getRequest } from "#server/wallet/transactions/create.ts";
import { readNow } from "#server/wallet/transactions/rows.ts";
import { signInCandidate, type SandboxCandidate } from "../session.ts";
import { makePaper } from "./paper.ts";
import { makePicture, type PictureType } from "./picture.ts";
import { callOwn } from "./own-call.ts";

/** How the wire names a transaction of a fixture. */
export interface FixtureTransaction {
  orgId: string;
  formId: string;
  txnId: string;
}

/** A transaction of a candidate, whatever else is open; any state may be its first. */
export async function openTransaction(
  services: Services,
  candidateId: string,
  { orgId, formId, state }: { orgId: string; formId: string; state: State },
): Promise<FixtureTransaction> {
  const { organisation, request } = getRequest(services, orgId, formId);
  const release = services.config.current();
  const txnId = await transact(services.db, async (tx) =>
    createTransaction(tx, services, { release, organisation, request, candidateId, now: await readNow(tx), state }),
  );
  return { orgId, formId, txnId };
}

const boundary = "sanad-fixture";

/** A candidate of a fixture. What they do goes through the same calls as everybody's. */
export class Actor {
  readonly candidateId: string;
  readonly mobile: string;
  readonly tokens: Tokens;
  readonly #app: FastifyInstance;
  readonly #services: Services;

  private constructor(
    app: FastifyInstance,
    services: Services,
    mobile: string,
    signedIn: { candidateId: string; tokens: Tokens },
  ) {
    this.#app = app;
    this.#services = services;
    this.mobile = mobile;
    this.candidateId = signedIn.candidateId;
    this.tokens = signedIn.tokens;
  }

  /** Somebody of that number, new or not. */
  static async signIn(app: FastifyInstance, services: Services, who: SandboxCandidate): Promise<Actor> {
    return new Actor(app, services, who.mobile, await signInCandidate(who, services));
  }

  /** The part of the answer that names this candidate. */
  describe(): { mobile: string; accessToken: string; refreshToken: string } {
    return { mobile: this.mobile, accessToken: this.tokens.accessToken, refreshToken: this.tokens.refreshToken };
  }

  /** A transaction of its own, whatever else is open; any state may be its first. */
  async open(orgId: string, formId: string, state: State = "NOT_INITIALIZED"): Promise<FixtureTransaction> {
    return openTransaction(this.#services, this.candidateId, { orgId, formId, state });
  }

  /** What is answered to a call. Throws `unavailable` where that is the answer: asked again, or of another server, it may be another one. */
  async #send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const answer = await callOwn(this.#app, options);
    if (answer.statusCode === errors.unavailable.status) throw new WalletError("unavailable");
    return answer;
  }

  /** One call; → its data. Throws what was refused: a fixture that does not fit the documents must say so. */
  async #call<T = unknown>(method: WireRequest["method"], path: string, body?: Record<string, unknown>): Promise<T> {
    const headers = {
      authorization: `Bearer ${this.tokens.accessToken}`,
      ...(body && { "content-type": "application/json" }),
    };
    const answer = await this.#send({
      method,
      url: path,
      headers,
      ...(body && { payload: JSON.stringify(body) }),
    });
    const { code, data, message, fields } = answer.json<{
      code: number;
      data: T;
      message?: string;
      fields?: unknown;
    }>();
    if (code !== 0)
      throw new Error(
        `${method} ${path} was refused: ${[message, ...[data, fields].map((one) => one && JSON.stringify(one))].filter(Boolean).join(" ")}`,
      );
    return data;
  }

  /** An operation in a transaction; → its data. Throws what was refused. */
  perform(id: OperationId, args: Record<string, unknown>, transaction: FixtureTransaction): Promise<unknown> {
    const { method, path, body } = toRequest(id, args, { ...transaction });
    return this.#call(method, path, body);
  }

  /** A stored paper; → its address. */
  upload(...lines: string[]): Promise<string> {
    return this.#sendFile("application/pdf", makePaper(lines));
  }

  /** A stored picture; → its address. */
  async uploadPicture(type: PictureType): Promise<string> {
    return this.#sendFile(`image/${type}`, await makePicture(type));
  }

  /** A photo that is taken now for a verification; → its address. */
  async takePhoto(verificationName: string, transaction: FixtureTransaction): Promise<string> {
    const leave = (await this.perform("files.photo-nonce", { verificationName }, transaction)) as { nonce: string };
    return this.#sendFile("image/jpeg", await makePicture("jpeg"), `?fileCategory=photo&photoNonce=${leave.nonce}`);
  }

  async #sendFile(type: string, bytes: Buffer, query = ""): Promise<string> {
    const name = `paper.${type.slice(type.indexOf("/") + 1)}`;
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = {
      authorization: `Bearer ${this.tokens.accessToken}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    };
    const url = `${bases.utility}/files${query}`;
    const answer = await this.#send({ method: "POST", url, headers, payload });
    const { data, message } = answer.json<{ data?: { fileUrl: string }; message?: string }>();
    if (!data?.fileUrl) throw new Error(`a file was refused: ${message}`);
    return data.fileUrl;
  }

  /** The newest code that went to somebody. */
  async readCode(to: string): Promise<string> {
    const answer = await this.#send({ method: "GET", url: `/sandbox/outbox?to=${encodeURIComponent(to)}` });
    const code = answer.json<{ list: { otp: string | null }[] }>().list.find(({ otp }) => otp !== null)?.otp;
    if (code === undefined || code === null) throw new Error(`no code went to ${to}`);
    return code;
  }

  /** What the verifier says of everything that waits, or of one verification. */
  async decide(
    { txnId }: FixtureTransaction,
    outcome: "complete" | "fail" | "insufficient",
    more: Record<string, unknown> = {},
  ): Promise<void> {
    await this.#send({
      method: "POST",
      url: "/sandbox/verifier",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ txnId, outcome, ...more }),
    });
  }

  /** What happens on the provider's page. */
  async payOutcome(paymentId: string, outcome: "success" | "failure" | "pending"): Promise<void> {
    await this.#send({
      method: "POST",
      url: `/sandbox/pay/${paymentId}`,
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ outcome }),
    });
  }
}
