/** An answer that is all here: what a page reads of a `Response`, without the streams that one is made of. */
class WholeAnswer {
  readonly #content: string | Uint8Array<ArrayBuffer>;
  readonly #said: { status: number; headers: Headers; url: string };

  constructor(content: string | Uint8Array<ArrayBuffer>, status: number, headers: HeadersInit, url = "") {
    this.#content = content;
    this.#said = { status, headers: new Headers(headers), url };
  }

  // Getters, as those of `Response` are, which no field may stand before.
  get status(): number {
    return this.#said.status;
  }
  get headers(): Headers {
    return this.#said.headers;
  }
  get url(): string {
    return this.#said.url;
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
  clone(): WholeAnswer {
    return new WholeAnswer(this.#content, this.status, this.headers, this.url);
  }
}
// Whoever asks whether something is an answer is told so.
Object.setPrototypeOf(WholeAnswer.prototype, Response.prototype);

/** An answer whose content is known: a text, bytes, or nothing (""). */
export const toWholeAnswer = (
  content: string | Uint8Array<ArrayBuffer>,
  { status = 200, headers = {}, url }: { status?: number; headers?: HeadersInit; url?: string } = {},
): Response => new WholeAnswer(content, status, headers, url) as unknown as Response;

/** All of an answer has come. */
export const isWhole = (answer: Response): boolean => answer instanceof WholeAnswer;

/** Waits until all of it is here. */
export async function readWhole(answer: Response): Promise<Response> {
  if (isWhole(answer)) return answer;
  const content = new Uint8Array(await answer.arrayBuffer());
  return toWholeAnswer(content, answer);
}
