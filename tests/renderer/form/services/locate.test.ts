import { expect, test } from "vitest";
import { locatePoint } from "#renderer/form/services/locate.ts";

const point = { latitude: 28.4595, longitude: 77.0266 };
const asked: [string, Record<string, unknown>][] = [];
const answers: Record<string, unknown> = {
  "places.reverse-geocode": {
    address: "Gurugram, Haryana",
    locality: "",
    district: "Gurugram",
    state: "Haryana",
    country: "India",
    pincode: "122002",
    approximate: true,
  },
  "files.from-url": { fileUrl: "/utility/api/1.0/files/map1" },
  "places.ip-country": { ipAddress: "203.0.113.7", country: null },
};
const call =
  (failing: readonly string[]) =>
  (id: string, args: Record<string, unknown> = {}) => {
    asked.push([id, args]);
    return failing.includes(id) ? Promise.reject(new Error("down")) : Promise.resolve(answers[id]);
  };
const signal = new AbortController().signal;

test("returns address, map from our own server and IP address, and nothing else", async () => {
  expect(await locatePoint(call([]), point, signal)).toEqual({
    address: {
      address: "Gurugram, Haryana",
      district: "Gurugram",
      state: "Haryana",
      country: "India",
      pincode: "122002",
    },
    mapImage: "/utility/api/1.0/files/map1",
    ipAddress: "203.0.113.7",
  });
  expect(asked.find(([id]) => id === "files.from-url")?.[1]).toEqual({
    url: "/utility/api/1.0/static-map?latitude=28.459500&longitude=77.026600&zoom=15&size=600x400",
  });
});

test("omits parts that cannot be found", async () => {
  expect(await locatePoint(call(["places.reverse-geocode", "files.from-url"]), point, signal)).toEqual({
    ipAddress: "203.0.113.7",
  });
});
