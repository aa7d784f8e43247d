import type { CDPSession, Page } from "playwright/test";

/** How the wallet answers once the page's own code and documents are there. */
export type Line = "well" | "slowly" | "with failures" | "not at all";

/** How late a slow server answers. */
const slowMs = 1000;
const elsewhere = { type: "text/html", body: "<title>Elsewhere</title><h1>Elsewhere</h1>" };
const failure = {
  type: "application/json",
  body: '{"code":500,"message":"Something went wrong","requestId":"crawl"}',
};

/**
 * What lies between the page and the wallet, and all that is not the wallet. Spoken in the browser's own protocol, for
 * Playwright's routes switch the browser's cache off, and most of a crawl is loading the same code.
 */
export class Network {
  private constructor(
    private readonly session: CDPSession,
    private readonly baseUrl: string,
    private readonly line: Line,
  ) {}

  static async of(page: Page, baseUrl: string, line: Line): Promise<Network> {
    const network = new Network(await page.context().newCDPSession(page), baseUrl, line);
    network.session.on("Fetch.requestPaused", ({ requestId, request: { url } }) => {
      // A page that goes on meanwhile takes its requests with it.
      void network.answer(requestId, url).catch(() => undefined);
    });
    await network.heal();
    return network;
  }

  /** From now on nothing is reached. */
  async breakOff(): Promise<void> {
    await this.session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  }

  /** The situation's own line again; one that is not there at all begins well. */
  async heal(): Promise<void> {
    const calls = this.line === "slowly" || this.line === "with failures" ? [`${this.baseUrl}*/api/*`] : [];
    await this.session.send("Fetch.enable", {
      patterns: ["https://*", ...calls].map((urlPattern) => ({ urlPattern })),
    });
  }

  private async answer(requestId: string, url: string): Promise<void> {
    if (!url.startsWith(this.baseUrl)) return this.fulfil(requestId, 200, elsewhere);
    if (this.line === "with failures") return this.fulfil(requestId, 500, failure);
    if (this.line === "not at all") {
      await this.session.send("Fetch.failRequest", { requestId, errorReason: "InternetDisconnected" });
      return;
    }
    await new Promise((done) => setTimeout(done, slowMs));
    await this.session.send("Fetch.continueRequest", { requestId });
  }

  private async fulfil(requestId: string, responseCode: number, { type, body }: typeof elsewhere): Promise<void> {
    await this.session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode,
      responseHeaders: [{ name: "content-type", value: type }],
      body: Buffer.from(body).toString("base64"),
    });
  }
}
