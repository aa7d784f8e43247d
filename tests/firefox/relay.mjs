// Stands between Playwright and a Firefox: passes on every word of WebDriver BiDi, but answers what this Firefox does not know yet and no test depends on.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

/** Commands that a Firefox may not know: done where it does, else answered as if they were. */
const dispensable = new Set(["emulation.setMediaFeaturesOverride"]);

const [firefox, ...args] = process.argv.slice(2);
const browser = spawn(firefox, args, { stdio: ["ignore", "ignore", "pipe"] });
browser.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
browser.on("exit", (code) => process.exit(code ?? 1));
createInterface({ input: browser.stderr }).on("line", async (line) => {
  const address = /WebDriver BiDi listening on (ws:\S+)$/.exec(line)?.[1];
  console.error(address ? line.replace(address, await relay(address)) : line);
});

/** Address of a server that passes everything on to `address`. */
async function relay(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (driver, request) => {
    const held = [];
    const asked = new Set();
    const inner = new WebSocket(address + request.url, { perMessageDeflate: false });
    driver.on("message", (data) => {
      const text = data.toString();
      const { id, method } = JSON.parse(text);
      if (dispensable.has(method)) asked.add(id);
      if (inner.readyState === WebSocket.OPEN) inner.send(text);
      else held.push(text);
    });
    inner.on("open", () => held.forEach((text) => inner.send(text)));
    inner.on("message", (data) => {
      const text = data.toString();
      driver.send(asked.size > 0 ? excuse(text, asked) : text);
    });
    inner.on("close", () => driver.close());
    driver.on("close", () => inner.close());
  });
  await new Promise((listening) => server.on("listening", listening));
  return `ws://127.0.0.1:${server.address().port}`;
}

function excuse(text, asked) {
  const answer = JSON.parse(text);
  if (!asked.delete(answer.id) || answer.error !== "unknown command") return text;
  return JSON.stringify({ type: "success", id: answer.id, result: {} });
}
