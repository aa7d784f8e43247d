import type { CDPSession, Page } from "playwright/test";

/** How the wallet answers after the page's code and definitions have loaded. */
export type Line = "well" | "slowly" | "with failures" | "not at all";

/** Delay of a slow server. */
const slowMs = 1000;
const elsewhere = { type: "text/html", body: "<title>Elsewhere</title><h1>Elsewhere</h1>" };
const failure = {
  type: "application/json",
  body: '{"code":500,"message":"Something went wrong","requestId":"crawl"}',
};

/**
 * Simulates the connection to the wallet. Uses the browser's own protocol, because Playwright's routes disable the
 * browser cache, and a crawl mostly loads the same code.
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
      // Requests end when the page navigates meanwhile.
      void network.answer(requestId, url).catch(() => undefined);
    });
    await network.heal();
    return network;
  }

  /** Cuts the connection. */
  async breakOff(): Promise<void> {
    await this.session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  }

  /** Restores the situation's connection. One that is down starts working. */
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
