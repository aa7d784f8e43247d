/** The cookies of one origin in memory. They end with the process; paths and dates are ignored (RFC 6265, 5.3). */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** Stores a cookie, or removes it: the content of a Set-Cookie header. */
  set(header: string): void {
    const [pair = "", ...attributes] = header.split(";");
    const [name = "", ...value] = pair.trim().split("=");
    if (attributes.some((one) => /^\s*max-age=0\s*$/i.test(one))) this.#values.delete(name);
    else this.#values.set(name, value.join("="));
  }

  /** The Cookie header of a call; undefined without cookies. */
  get header(): string | undefined {
    const pairs = [...this.#values].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? undefined : pairs.join("; ");
  }
}
