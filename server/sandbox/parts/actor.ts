import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { services as bases } from "#engine/contract/services.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import type { Tokens } from "#engine/core/scope/shapes/profile.ts";
import { getAppOperation, type AppOperationId } from "#engine/contract/all-operations.ts";
import { toRequest, toWireRequest, type WireRequest } from "#engine/contract/request.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { errors, WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { toSessionCookie } from "#server/staff/cookie.ts";
import { openSandboxSession } from "#server/staff/sandbox-staff.ts";
import { transact } from "#server/platform/store/database.ts";
import { createTransaction, getRequest } from "#server/wallet/transactions/create.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { signInCandidate, type SandboxCandidate } from "../session.ts";
import { makeSampleImage, makeSamplePdf, type ImageType } from "./sample-files.ts";
import { injectCall } from "./inject-call.ts";

/** The keys of a transaction on the wire. */
export interface FixtureTransaction {
  orgId: string;
  formId: string;
  txnId: string;
}

/** Opens a transaction of a candidate in any state, beside other open ones. */
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

/** A candidate of a seed, who acts through the same calls as any other. */
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

  /** Signs in the candidate of a number, new or existing. */
  static async signIn(app: FastifyInstance, services: Services, candidate: SandboxCandidate): Promise<Actor> {
    return new Actor(app, services, candidate.mobile, await signInCandidate(candidate, services));
  }

  /** The candidate as the response of a fixture lists it. */
  describe(): { mobile: string; accessToken: string; refreshToken: string } {
    return { mobile: this.mobile, accessToken: this.tokens.accessToken, refreshToken: this.tokens.refreshToken };
  }

  /** Opens a transaction in any state, beside other open ones. */
  async open(orgId: string, formId: string, state: State = "NOT_INITIALIZED"): Promise<FixtureTransaction> {
    return openTransaction(this.#services, this.candidateId, { orgId, formId, state });
  }

  /** Sends a request. Throws `unavailable` for 503: a retry, or another server, may answer otherwise. */
  async #send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const answer = await injectCall(this.#app, options);
    if (answer.statusCode === errors.unavailable.status) throw new WalletError("unavailable");
    return answer;
  }

  /** Calls the API and returns the data. Throws when the call is refused. */
  async #call<T = unknown>(method: WireRequest["method"], path: string, body?: Record<string, unknown>): Promise<T> {
    const headers = { authorization: `Bearer ${this.tokens.accessToken}`, ...toType(body) };
    return readData<T>(`${method} ${path}`, await this.#send({ method, url: path, headers, ...toPayload(body) }));
  }

  /** Runs an operation in a transaction and returns its data. Throws when it is refused. */
  perform(id: OperationId, args: Record<string, unknown>, transaction: FixtureTransaction): Promise<unknown> {
    const { method, path, body } = toRequest(id, args, { ...transaction });
    return this.#call(method, path, body);
  }

  /** Runs an operation of the console as the sandbox's person with a role. Throws when it is refused. */
  async performAsStaff(
    role: string,
    id: AppOperationId,
    args: Record<string, unknown>,
    { orgId }: FixtureTransaction,
  ): Promise<void> {
    const { token } = await openSandboxSession(this.#services, { role, orgId });
    const { method, path, body } = toWireRequest({ id, entry: getAppOperation(id) }, args);
    const cookie = toSessionCookie(token).split(";", 1)[0]!;
    const headers = { cookie, "sec-fetch-site": "same-origin", ...toType(body) };
    readData(`${method} ${path}`, await this.#send({ method, url: path, headers, ...toPayload(body) }));
  }

  /** Stores a sample PDF and returns its address. */
  upload(...lines: string[]): Promise<string> {
    return this.#sendFile("application/pdf", makeSamplePdf(lines));
  }

  /** Stores a sample image and returns its address. */
  async uploadImage(type: ImageType): Promise<string> {
    return this.#sendFile(`image/${type}`, await makeSampleImage(type));
  }

  /** Stores a photo with a nonce for a verification and returns its address. */
  async takePhoto(verificationName: string, transaction: FixtureTransaction): Promise<string> {
    const { nonce } = (await this.perform("files.photo-nonce", { verificationName }, transaction)) as { nonce: string };
    return this.#sendFile("image/jpeg", await makeSampleImage("jpeg"), `?fileCategory=photo&photoNonce=${nonce}`);
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

  /** Returns the newest code that was sent to a recipient. */
  async readCode(to: string): Promise<string> {
    const answer = await this.#send({ method: "GET", url: `/sandbox/outbox?to=${encodeURIComponent(to)}` });
    const code = answer.json<{ list: { otp: string | null }[] }>().list.find(({ otp }) => otp !== null)?.otp;
    if (code === undefined || code === null) throw new Error(`no code went to ${to}`);
    return code;
  }

  /** Sends the verifier's decision on every waiting submission, or on one verification. */
  async decide(
    { txnId }: FixtureTransaction,
    outcome: "complete" | "fail" | "insufficient" | "withdraw",
    more: Record<string, unknown> = {},
  ): Promise<void> {
    await this.#send({
      method: "POST",
      url: "/sandbox/verifier",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ txnId, outcome, ...more }),
    });
  }

  /** Decides on the sandbox's pay page. */
  async payOutcome(paymentId: string, outcome: "success" | "failure" | "pending"): Promise<void> {
    await this.#send({
      method: "POST",
      url: `/sandbox/pay/${paymentId}`,
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ outcome }),
    });
  }
}

type Body = WireRequest["body"];
const toType = (body: Body) => (body ? { "content-type": "application/json" } : {});
const toPayload = (body: Body) => (body ? { payload: JSON.stringify(body) } : {});

/** The data of an answer. Throws for a refusal, with the call. */
function readData<T>(call: string, answer: LightMyRequestResponse): T {
  const { code, data, message, fields } = answer.json<{
    code: number;
    data: T;
    message?: string;
    fields?: unknown;
  }>();
  if (code !== 0)
    throw new Error(
      `${call} was refused: ${[message, ...[data, fields].map((one) => one && JSON.stringify(one))].filter(Boolean).join(" ")}`,
    );
  return data;
}
