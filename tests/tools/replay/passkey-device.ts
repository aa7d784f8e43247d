import { SoftwareAuthenticator } from "../../support/software-authenticator.ts";
import type { Authenticator } from "#renderer/headless/browser-environment.ts";

const toBytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text, "base64url")).buffer;
const toText = (bytes: BufferSource | undefined): string =>
  Buffer.from(bytes instanceof ArrayBuffer ? bytes : new ArrayBuffer(0)).toString("base64url");

/** A device that keeps one passkey for each page origin. Its user accepts or refuses every request. */
export class PasskeyDevice implements Authenticator {
  isAccepting = true;
  readonly #passkeys: SoftwareAuthenticator[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async create({ publicKey }: CredentialCreationOptions): Promise<Credential> {
    this.#assertAccepted();
    const passkey = new SoftwareAuthenticator(this.#origin);
    this.#passkeys.push(passkey);
    const made = passkey.create({ challenge: toText(publicKey?.challenge), rp: publicKey?.rp });
    return toCredential(made.id, made.response);
  }

  async get({ publicKey }: CredentialRequestOptions): Promise<Credential> {
    this.#assertAccepted();
    const allowed = new Set(publicKey?.allowCredentials?.map(({ id }) => toText(id)));
    const passkey = this.#passkeys.find(({ id }) => allowed.size === 0 || allowed.has(id));
    if (!passkey) throw new DOMException("There is no passkey", "NotAllowedError");
    const used = passkey.use({ challenge: toText(publicKey?.challenge), rpId: publicKey?.rpId });
    return toCredential(used.id, used.response);
  }

  #assertAccepted(): void {
    if (!this.isAccepting) throw new DOMException("The user refused", "NotAllowedError");
  }
}

/** A credential as `navigator.credentials` returns it: bytes in place of base64url. */
function toCredential(id: string, { transports, ...texts }: Readonly<Record<string, unknown>>): Credential {
  const bytes = Object.entries(texts).map(([key, text]) => [key, toBytes(text as string)] as const);
  return {
    id,
    rawId: toBytes(id),
    type: "public-key",
    authenticatorAttachment: "platform",
    getClientExtensionResults: () => ({}),
    response: { ...Object.fromEntries(bytes), ...(transports !== undefined && { getTransports: () => transports }) },
  } as Credential;
}
