import { isIPv4, isIPv6 } from "node:net";

/** Device and network of a sign-in, for the candidate to recognise it. */
export interface SignInDevice {
  device: string | null;
  network: string | null;
}

/** The first match wins: many browsers also contain the names of others. */
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

/** Stores browser, system and half of the address only: enough to recognise it, no location history. */
export function toSignInDevice({ ip, headers }: { ip: string; headers: { "user-agent"?: string } }): SignInDevice {
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
