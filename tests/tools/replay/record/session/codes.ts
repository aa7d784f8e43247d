import type { OutboxMessage } from "#engine/contract/sandbox.ts";
import type { ApiClient } from "../../api-client.ts";

/** The codes that the sandbox has sent. */
export class Codes {
  private constructor(private readonly sent: readonly OutboxMessage[]) {}

  /** Those of a server's outbox. Throws where it is no sandbox. */
  static async read(wire: ApiClient): Promise<Codes> {
    return new Codes((await wire.outbox()).filter(({ otp }) => otp !== null));
  }

  /** Who was sent a code; of several the candidate. Undefined for what is no code that was sent. */
  findRecipient(code: string, mobile: string | undefined): string | undefined {
    const found = this.sent.filter(({ otp }) => otp === code).map(({ to }) => to);
    return mobile !== undefined && found.includes(mobile) ? mobile : found[0];
  }
}
