/** A response whose body is in memory: the parts of `Response` that a page uses, without streams. */
class BufferedResponse {
  readonly #content: string | Uint8Array<ArrayBuffer>;
  readonly #head: { status: number; headers: Headers; url: string };

  constructor(content: string | Uint8Array<ArrayBuffer>, status: number, headers: HeadersInit, url = "") {
    this.#content = content;
    this.#head = { status, headers: new Headers(headers), url };
  }

  // Getters, because the getters of `Response.prototype` would hide plain fields.
  get status(): number {
    return this.#head.status;
  }
  get headers(): Headers {
    return this.#head.headers;
  }
  get url(): string {
    return this.#head.url;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  get redirected(): boolean {
    return false;
  }
  get type(): "basic" {
    return "basic";
  }
  get statusText(): string {
    return "";
  }

  async text(): Promise<string> {
    return typeof this.#content === "string" ? this.#content : new TextDecoder().decode(this.#content);
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return typeof this.#content === "string" ? new TextEncoder().encode(this.#content) : this.#content;
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).slice().buffer;
  }
  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.headers.get("content-type") ?? "" });
  }
  clone(): BufferedResponse {
    return new BufferedResponse(this.#content, this.status, this.headers, this.url);
  }
}
// Makes `instanceof Response` true.
Object.setPrototypeOf(BufferedResponse.prototype, Response.prototype);

/** Creates a response from a known body: a text, bytes, or nothing (""). */
export const toBufferedResponse = (
  content: string | Uint8Array<ArrayBuffer>,
  { status = 200, headers = {}, url }: { status?: number; headers?: HeadersInit; url?: string } = {},
): Response => new BufferedResponse(content, status, headers, url) as unknown as Response;

/** Returns whether the body is already in memory. */
const isBuffered = (response: Response): boolean => response instanceof BufferedResponse;

/** Reads the whole body into memory. */
export async function bufferResponse(response: Response): Promise<Response> {
  if (isBuffered(response)) return response;
  const content = new Uint8Array(await response.arrayBuffer());
  return toBufferedResponse(content, response);
}
