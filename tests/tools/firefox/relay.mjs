#!/usr/bin/env node
/*
 * Relays WebDriver BiDi between Playwright and Firefox. Playwright expects the newest Firefox. The relay fills in what
 * an older one lacks and no test depends on. FIREFOX_PATH names the browser; the arguments are passed to it.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

/** Commands that the relay answers with success if the browser does not know them. */
const dispensable = new Set(["emulation.setMediaFeaturesOverride"]);

const browser = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ["ignore", "ignore", "pipe"] });
browser.on("error", ({ message }) => console.error(message));
browser.on("close", (code) => process.exit(code ?? 1));
createInterface({ input: browser.stderr }).on("line", async (line) => {
  const address = /WebDriver BiDi listening on (ws:\S+)$/.exec(line)?.[1];
  console.error(address ? line.replace(address, await relay(address)) : line);
});

/** Starts a server that forwards to another address. */
async function relay(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (driver, { url }) => connect(driver, new WebSocket(address + url)));
  await new Promise((resolve) => server.once("listening", resolve));
  return `ws://127.0.0.1:${server.address().port}`;
}

function connect(driver, firefox) {
  const opened = new Promise((resolve) => firefox.once("open", resolve));
  /** Ids of dispensable commands without an answer yet. */
  const asked = new Set();
  driver.on("message", async (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (dispensable.has(method)) asked.add(id);
    await opened;
    firefox.send(text);
  });
  firefox.on("message", (data) => driver.send(amend(data.toString(), asked)));
  firefox.on("close", () => driver.close());
  driver.on("close", () => firefox.close());
}

function amend(text, asked) {
  if (asked.size === 0 && !text.includes('"browsingContext.download')) return text;
  const message = JSON.parse(text);
  if (asked.delete(message.id) && message.error === "unknown command")
    return JSON.stringify({ type: "success", id: message.id, result: {} });
  // Firefox gives a download that a page starts itself no id, so its end has nothing to refer to.
  if (message.method?.startsWith("browsingContext.download")) message.params.download ??= message.params.url;
  return JSON.stringify(message);
}
