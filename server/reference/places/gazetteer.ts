import { readFileSync } from "node:fs";
import path from "node:path";
import type { GeoAddress, PincodePlace } from "#engine/contract/places.ts";
import { eq } from "drizzle-orm";
import { appRoot } from "#server/root.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { pincodes } from "#server/platform/store/tables/lists.ts";

type CityRow = [name: string, district: string, state: string, latitude: number, longitude: number, pincode: string];
type PincodeRow = [pincode: string, town: string | null, district: string, state: string, locality: string | null];
type CircleRow = [from: string, to: string, state: string];

const earthRadiusKm = 6371;
/** A point farther than this from every known town gets no town. */
const maxDistanceKm = 400;

let data:
  | { cities: CityRow[]; pincodes: Map<string, PincodeRow>; circles: CircleRow[]; states: Record<string, string> }
  | undefined;

/**
 * Looks up a pincode in the import, then in the seed data, then its state by the postal circle. Undefined for a pincode
 * that India does not have.
 */
export async function findPincode(db: Queryable, pincode: string): Promise<PincodePlace | undefined> {
  const [imported] = await db.select().from(pincodes).where(eq(pincodes.pincode, pincode));
  const { circles, states, ...own } = readData();
  const row: PincodeRow | undefined = imported
    ? [pincode, imported.town, imported.district, imported.state, imported.locality]
    : own.pincodes.get(pincode);
  // Narrow exceptions come before the circles that contain them.
  const code = row?.[3] ?? circles.find(([from, to]) => from <= pincode && pincode <= to)?.[2];
  if (code === undefined) return undefined;
  return {
    pincode,
    state: { name: states[code] ?? code, code },
    district: row?.[2] ?? null,
    vtc: row?.[1] ?? row?.[4] ?? null,
    locality: row?.[4] ?? null,
    city: row?.[1] ?? null,
    country: "India",
  };
}

/** The nearest known town as text; always marked as approximate. */
export function describePoint(latitude: number, longitude: number): GeoAddress {
  const { cities, states } = readData();
  const [nearest] = cities
    .map((city) => ({ city, km: toDistanceKm(latitude, longitude, city[3], city[4]) }))
    .sort((a, b) => a.km - b.km);
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  if (!nearest || nearest.km > maxDistanceKm) {
    return { address: coordinates, locality: "", district: "", state: "", country: "", pincode: "", approximate: true };
  }
  const [name, district, code, , , pincode] = nearest.city;
  const state = states[code] ?? code;
  const distance = nearest.km < 1 ? name : `${Math.round(nearest.km)} km from ${name}`;
  return {
    address: `${distance}, ${district}, ${state} (${coordinates})`,
    locality: name,
    district,
    state,
    country: "India",
    pincode: nearest.km < 10 ? pincode : "",
    approximate: true,
  };
}

/** The two-letter code of a state by its name, in any case and any spelling of 'and'. */
export function findStateCode(name: string): string | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/&/g, "and")
      .replace(/^the /, "")
      .replace(/[^a-z]/g, "");
  return Object.entries(readData().states).find(([, stateName]) => plain(stateName) === plain(name))?.[0];
}

function toDistanceKm(fromLatitude: number, fromLongitude: number, toLatitude: number, toLongitude: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(toLatitude - fromLatitude) / 2) ** 2 +
    Math.cos(radians(fromLatitude)) *
      Math.cos(radians(toLatitude)) *
      Math.sin(radians(toLongitude - fromLongitude) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)));
}

function readData() {
  data ??= {
    cities: readRows<CityRow[]>("cities.json"),
    pincodes: new Map(readRows<PincodeRow[]>("pincodes.json").map((row) => [row[0], row])),
    circles: readRows<CircleRow[]>("postal-circles.json"),
    states: readRows<Record<string, string>>("states.json"),
  };
  return data;
}

function readRows<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(appRoot, "server/reference/places", file), "utf8")) as T;
}
