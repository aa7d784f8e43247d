import { expect, test } from "../../e2e/own-server.ts";
import { isOfTransaction, screens } from "./addresses.ts";
import { Crawl } from "./crawl.ts";
import { Memory } from "./memory.ts";
import { situations } from "./situations.ts";
import { sizes, Visitor, type Size } from "./visitor.ts";

// Every screen × every situation × phone and desktop: nothing untrue, no dead end, no dead press, no error.
// `npx playwright test -c tests/tools/crawl/playwright.config.ts [-g "home, signed out, phone"]`
const memory = new Memory();
/** The frame is the same on every screen, so its controls are pressed on these only. */
const framed = new Set(["home", "terms"]);

for (const screen of screens)
  for (const [name, situation] of Object.entries(situations)) {
    if (situation.state && !isOfTransaction(screen)) continue;
    for (const size of Object.keys(sizes) as Size[])
      test(`${screen.id}, ${name}, ${size}`, async ({ browser, baseURL: baseUrl }) => {
        const stage = {
          begin: () => situation.begin(baseUrl),
          open: (scene: Parameters<typeof Visitor.start>[4]) => Visitor.start(browser, baseUrl, size, situation, scene),
        };
        const crawl = new Crawl(test.info().title, baseUrl, screen, situation, stage, memory, framed.has(screen.id));
        try {
          await crawl.run();
        } finally {
          await crawl.close();
        }
        expect([...new Set(crawl.faults)]).toEqual([]);
      });
  }
