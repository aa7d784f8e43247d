import { findFamily } from "#engine/core/definitions/event-names.ts";
import type { ExporterPort, TelemetryReport } from "./exporter.ts";
import { postReport } from "./post-report.ts";

/** Address of the collector without `/v1/logs`, and the headers that it wants. */
export interface OtlpSettings {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Log records by OTLP over HTTP, in JSON (opentelemetry.io/docs/specs/otlp): events as INFO, errors as ERROR. */
export function createOtlpExporter({ url, headers }: OtlpSettings): ExporterPort {
  return {
    name: "otlp",
    send: async (batch) => {
      const body = {
        resourceLogs: [
          {
            resource: { attributes: toAttributes({ "service.name": "sanad-web" }) },
            scopeLogs: [{ scope: { name: "sanad.page" }, logRecords: batch.map(toRecord) }],
          },
        ],
      };
      await postReport(`${url}/v1/logs`, JSON.stringify(body), { ...headers, "content-type": "application/json" });
    },
  };
}

function toRecord(report: TelemetryReport): object {
  const { at, visit, user, screen } = report.entry;
  const whose = { visit, "enduser.pseudo.id": user };
  const head = {
    timeUnixNano: toNanoseconds(new Date(at)),
    observedTimeUnixNano: toNanoseconds(report.receivedAt),
  };
  if (report.kind === "event") {
    const { name, version, properties } = report.entry;
    return {
      ...head,
      severityNumber: 9,
      severityText: "INFO",
      eventName: name,
      body: { stringValue: name },
      attributes: toAttributes({ ...properties, ...whose, "event.family": findFamily(name), version, screen }),
    };
  }
  const { message, stack, release, trace } = report.entry;
  return {
    ...head,
    severityNumber: 17,
    severityText: "ERROR",
    eventName: "exception",
    body: { stringValue: message },
    attributes: toAttributes({
      "exception.message": message,
      "exception.stacktrace": stack,
      "service.version": release,
      ...whose,
      screen,
      trace: trace?.join("\n"),
    }),
  };
}

/** 64-bit integers are strings in JSON. */
const toNanoseconds = (moment: Date): string => `${moment.getTime()}000000`;

function toAttributes(values: Record<string, unknown>): object[] {
  return Object.entries(values).flatMap(([key, value]): object[] => {
    if (typeof value === "string" && value) return [{ key, value: { stringValue: value } }];
    if (typeof value === "boolean") return [{ key, value: { boolValue: value } }];
    if (typeof value === "number") return [{ key, value: { doubleValue: value } }];
    return [];
  });
}
