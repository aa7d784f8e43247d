import type { OutboxMessage } from "#engine/contract/sandbox.ts";
import type { ApiClient } from "../../api-client.ts";

/** One-time codes that the sandbox sent. */
export class Codes {
  private constructor(private readonly sent: readonly OutboxMessage[]) {}

  /** Reads the outbox of a server. Throws without a sandbox. */
  static async read(api: ApiClient): Promise<Codes> {
    return new Codes((await api.outbox()).filter(({ otp }) => otp !== null));
  }

  /** The recipient of a code, the candidate first. Undefined for an unknown code. */
  findRecipient(code: string, mobile: string | undefined): string | undefined {
    const found = this.sent.filter(({ otp }) => otp === code).map(({ to }) => to);
    return mobile !== undefined && found.includes(mobile) ? mobile : found[0];
  }
}
