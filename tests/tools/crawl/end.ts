import { claims } from "./claims.ts";
import { Memory } from "./memory.ts";

/** Fails a whole crawl if a claim was never encountered, because it proves nothing. A partial crawl only prints it. */
export default function end(): void {
  const met = new Set(new Memory().listMet());
  const missing = Object.keys(claims).filter((name) => !met.has(name));
  if (missing.length === 0) return;
  const whole = !process.argv.some((word) => /^(-g|--grep)/.test(word));
  const said = `No page said anything of: ${missing.join(", ")}`;
  if (whole) throw new Error(said);
  console.log(said);
}
