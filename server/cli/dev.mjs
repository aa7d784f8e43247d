// `npm run dev`: builds on every change and starts the server again when its code or the page's changed, with the
// workbench beside it; either of them that ends by itself is told of and started again. Documents are taken by the
// running server; the workbench shows them at once. The page runs under its real policy, without a dev server's inline
// scripts: opened by itself it needs a reload by hand.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { keepRunning } from "./keep-running.mjs";
import { checkMachine, install, root } from "./prepare.mjs";

const restartDelayMs = 200;

// As it was: the web build says for itself that it builds for production.
const env = { ...process.env };

checkMachine();
await install();
const esbuild = await import("esbuild");
const vite = await import("vite");
const { serverOptions, webOptions, workbenchOptions } = await import("./build.mjs");

rmSync(path.join(root, "dist"), { recursive: true, force: true });
let server;
let workbench;
let waiting;
let stopping = false;
let turn = Promise.resolve();

await watchWeb(webOptions, "web"); // first: the server reads the web build's manifest when it starts
await watchWeb(workbenchOptions, "workbench");
const restartWhenBuilt = {
  name: "restart",
  setup: (build) => build.onEnd((result) => result.errors.length === 0 && restartSoon("server")),
};
const context = await esbuild.context({
  ...serverOptions(path.join(root, "dist/server")),
  plugins: [restartWhenBuilt],
});
await context.watch();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));

/** Builds a web part now and on every change; done when the first build is. */
async function watchWeb(toOptions, name) {
  const options = toOptions(path.join(root, "dist", name));
  const watcher = await vite.build({ ...options, build: { ...options.build, watch: {} } });
  await new Promise((resolve) => {
    watcher.on("event", (event) => {
      if (event.code === "ERROR") console.error(event.error?.message);
      if (event.code !== "END") return;
      if (server) restartSoon(name);
      resolve();
    });
  });
}

/** Several changes at once, as an editor or git makes them, cost one restart. */
function restartSoon(what) {
  clearTimeout(waiting);
  waiting = setTimeout(() => (turn = turn.then(() => restart(what))), restartDelayMs);
}

async function restart(what) {
  console.log(`[dev] ${what} changed`);
  await Promise.all([server?.stop(), workbench?.stop()]); // until their ports are free
  if (stopping) return;
  server = keepRunning("server", () => run("dist/server/main.js"));
  workbench = keepRunning("workbench", () => run("dist/server/cli/workbench.js"));
}

function run(file) {
  return spawn(process.execPath, ["--enable-source-maps", file], { cwd: root, env, stdio: "inherit" });
}

function end(signal) {
  stopping = true;
  void server?.stop(signal);
  void workbench?.stop(signal);
  process.exit(0);
}
