import { claims } from "./claims.ts";
import { Memory } from "./memory.ts";

/** After a crawl: a sentence that was never met was never judged. Of a part of the crawl it is only told. */
export default function end(): void {
  const met = new Set(new Memory().listMet());
  const missing = Object.keys(claims).filter((name) => !met.has(name));
  if (missing.length === 0) return;
  const whole = !process.argv.some((word) => /^(-g|--grep)/.test(word));
  const said = `No page said anything of: ${missing.join(", ")}`;
  if (whole) throw new Error(said);
  console.log(said);
}
