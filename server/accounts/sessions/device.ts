import { isIPv4, isIPv6 } from "node:net";

/** Where a sign-in came from, as its owner may know it again. */
export interface SignInPlace {
  device: string | null;
  network: string | null;
}

/** The first that is found names it: many browsers call themselves by the names of others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Names of browser and system alone, and half of the address: enough to know it again, no trail of where somebody was. */
export function toSignInPlace({ ip, headers }: { ip: string; headers: { "user-agent"?: string } }): SignInPlace {
  const agent = headers["user-agent"] ?? "";
  const named = [browsers, systems].flatMap((known) => known.find(([pattern]) => pattern.test(agent))?.[1] ?? []);
  return { device: named.join(", ") || null, network: toNetwork(ip) };
}

function toNetwork(ip: string): string | null {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, "");
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.…`;
  if (isIPv6(address)) return `${address.split(":").slice(0, 3).join(":")}:…`;
  return null;
}
