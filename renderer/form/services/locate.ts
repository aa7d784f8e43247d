import type { GeoAddress } from "#widgets/widget.ts";
import { services as bases } from "#engine/contract/services.ts";
import type { Call } from "#renderer/data/client.ts";

const addressKeys = ["address", "locality", "district", "state", "country", "pincode"] as const;

/** Size and zoom of the map image: streets are readable, and it fits a phone. */
const mapImageOptions = { zoom: "15", size: "600x400" };

/** Address, stored map image and IP address for a point. Parts that cannot be found are omitted. */
export async function locatePoint(call: Call, point: { latitude: number; longitude: number }, signal: AbortSignal) {
  const at = { latitude: point.latitude.toFixed(6), longitude: point.longitude.toFixed(6) };
  const [address, map, network] = await Promise.allSettled([
    call("places.reverse-geocode", at, { signal }),
    call(
      "files.from-url",
      { url: `${bases.utility}/static-map?${new URLSearchParams({ ...at, ...mapImageOptions })}` },
      { signal },
    ),
    call("places.ip-country", {}, { signal }),
  ]);
  const mapImage = read(map, "fileUrl");
  const ipAddress = read(network, "ipAddress");
  return {
    ...(address.status === "fulfilled" ? { address: toAddress(address.value) } : {}),
    ...(mapImage ? { mapImage } : {}),
    ...(ipAddress ? { ipAddress } : {}),
  };
}

function toAddress(answer: unknown): GeoAddress {
  const found = answer as Record<string, unknown>;
  return Object.fromEntries(
    addressKeys.flatMap((key) => (typeof found[key] === "string" && found[key] !== "" ? [[key, found[key]]] : [])),
  );
}

function read(answer: PromiseSettledResult<unknown>, key: string): string | undefined {
  const value = answer.status === "fulfilled" ? (answer.value as Record<string, unknown>)[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
