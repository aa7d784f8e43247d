// `npm run dev`: builds on every change and starts the server again when its code or a document changed.
// A changed page needs a reload by hand: the page runs under its real policy, without a dev server's inline scripts.
import { spawn } from "node:child_process";
import { rmSync, watch } from "node:fs";
import path from "node:path";
import { checkNode, install, root } from "./prepare.mjs";

const documentsDelayMs = 200;

checkNode();
await install();
const esbuild = await import("esbuild");
const vite = await import("vite");
const { serverOptions, webOptions } = await import("./build.mjs");

rmSync(path.join(root, "dist"), { recursive: true, force: true });
let server;
let waiting;
let stopping = false;

await watchWeb(); // first: the server reads the web build's manifest when it starts
const restartWhenBuilt = {
  name: "restart",
  setup: (build) => build.onEnd((result) => result.errors.length === 0 && restartSoon("server")),
};
const context = await esbuild.context({
  ...serverOptions(path.join(root, "dist/server")),
  plugins: [restartWhenBuilt],
});
await context.watch();
watch(path.join(root, process.env.SCHEMAS_DIR ?? "schemas"), { recursive: true }, (_, file) => {
  // The server writes the names that documents give each other, for editors.
  if (!file?.endsWith("names.schema.json")) restartSoon("documents");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));

/** Builds the web now and on every change; done when the first build is. */
async function watchWeb() {
  const options = webOptions(path.join(root, "dist/web"));
  const watcher = await vite.build({ ...options, build: { ...options.build, watch: {} } });
  await new Promise((resolve) => {
    watcher.on("event", (event) => {
      if (event.code === "ERROR") console.error(event.error?.message);
      if (event.code !== "END") return;
      if (server) restartSoon("web");
      resolve();
    });
  });
}

/** Several changes at once, as an editor or git makes them, cost one restart. */
function restartSoon(what) {
  clearTimeout(waiting);
  waiting = setTimeout(() => restart(what), documentsDelayMs);
}

function restart(what) {
  if (server && server.exitCode === null && server.signalCode === null) {
    server.removeAllListeners("exit");
    server.once("exit", () => launch());
    server.kill("SIGTERM");
  } else launch();
  console.log(`[dev] ${what} changed`);
}

function launch() {
  if (stopping) return;
  server = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.js"], { cwd: root, stdio: "inherit" });
}

function end(signal) {
  stopping = true;
  server?.kill(signal);
  process.exit(0);
}
