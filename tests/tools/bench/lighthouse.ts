/*
 * Lighthouse with its mobile defaults (Slow 4G, CPU slowed four times) on a visitor's first pages; median of three
 * runs. `npm install --no-save lighthouse`, then `npm run bench lighthouse` on an idle machine. LIGHTHOUSE_PATH names
 * another command.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { chromiumLaunch } from "../../support/browser.ts";
import { startServer } from "../replay/server.ts";

const command = process.env["LIGHTHOUSE_PATH"] ?? path.join(appRoot, "node_modules/.bin/lighthouse");
const pages = { intro: "/ekyc/education-evaluation?orgId=gce", "sign-in": "/login" };
const runs = 3;

/** The used part of a report; times in milliseconds. */
interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
  finalDisplayedUrl: string;
}

if (!existsSync(command)) {
  console.log("  left out: there is no lighthouse here (npm install --no-save lighthouse, or LIGHTHOUSE_PATH)");
  process.exit();
}
const folder = mkdtempSync(path.join(tmpdir(), "sanad-lighthouse-"));
const server = await startServer();
try {
  for (const [name, place] of Object.entries(pages)) {
    const reports = Array.from({ length: runs }, () => audit(server.baseUrl + place));
    const [middle] = reports
      .toSorted((one, other) => toScore(one, "performance") - toScore(other, "performance"))
      .slice(runs >> 1);
    const scores = ["performance", "accessibility", "best-practices", "seo"].map(
      (category) => `${category} ${toScore(middle!, category)}`,
    );
    const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"].map(
      (id) => `${id} ${Math.round(middle!.audits[id]?.numericValue ?? Number.NaN)} ms`,
    );
    const all = reports.map((report) => toScore(report, "performance")).join(", ");
    console.log(`  ${name} (${new URL(middle!.finalDisplayedUrl).pathname}): ${scores.join(", ")} (${all})`);
    console.log(`    ${times.join(", ")}`);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
process.exit();

function audit(url: string): Report {
  const file = path.join(folder, "report.json");
  const { executablePath, args } = chromiumLaunch();
  execFileSync(
    command,
    [url, "--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=--headless=new ${args.join(" ")}`],
    { env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) }, stdio: "ignore" },
  );
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}

function toScore({ categories }: Report, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}
