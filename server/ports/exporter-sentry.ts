import { createHash, randomBytes } from "node:crypto";
import type { AnalyticsEvent, ErrorReport } from "#engine/contract/protocol-endpoints.ts";
import { findFamily } from "#engine/core/definitions/event-names.ts";
import type { ExporterPort, TelemetryReport } from "./exporter.ts";
import { postReport } from "./post-report.ts";

/** Sample rates per visit: transactions, sessions, and sessions with an error. */
const rates = { trace: 1, session: 0.1, errorSession: 1 };
const environment = "production";
const client = "sanad/1.0";

type Item = [head: object, payload: object];

/**
 * Envelopes for Sentry and compatible services (develop.sentry.dev/sdk/foundations/transport/envelopes). An error
 * becomes an event with the last trace lines as breadcrumbs, an analytics event a transaction, a visit a session. `dsn`
 * is `https://{key}@{host}/{project}`.
 */
export function createSentryExporter(dsn: string): ExporterPort {
  const { username: key, protocol, host, pathname } = new URL(dsn);
  const cut = pathname.lastIndexOf("/");
  const url = `${protocol}//${host}${pathname.slice(0, cut)}/api/${pathname.slice(cut + 1)}/envelope/`;
  const headers = {
    "content-type": "application/x-sentry-envelope",
    "x-sentry-auth": `Sentry sentry_version=7, sentry_client=${client}, sentry_key=${key}`,
  };
  const post = (head: object, items: readonly Item[]) => {
    const lines = [{ sent_at: new Date().toISOString(), dsn, ...head }, ...items.flat()];
    return postReport(url, lines.map((line) => JSON.stringify(line)).join("\n"), headers);
  };
  // An envelope holds one event or transaction at most. Accepted reports are not sent again with the rest of their
  // batch.
  const accepted = new WeakSet<TelemetryReport>();
  return {
    name: "sentry",
    send: async (batch) => {
      for (const report of batch.filter((one) => !accepted.has(one))) {
        const id = randomBytes(16).toString("hex");
        if (report.kind === "error") await post({ event_id: id }, [toEvent(id, report.entry)]);
        else if (isSampled(report.entry.visit, rates.trace))
          await post({ event_id: id }, [toTransaction(id, report.entry)]);
        accepted.add(report);
      }
      const sessions = toSessions(batch);
      if (sessions.length > 0) await post({}, sessions);
    },
  };
}

function toEvent(id: string, { message, at, stack, release, screen, visit, user, trace = [] }: ErrorReport): Item {
  return [
    { type: "event" },
    {
      event_id: id,
      timestamp: at,
      platform: "javascript",
      level: "error",
      environment,
      ...(release && { release }),
      ...(screen && { transaction: screen }),
      tags: { ...(visit && { visit }) },
      ...(user && { user: { id: user } }),
      exception: { values: [{ type: "Error", value: message, stacktrace: { frames: toFrames(stack) } }] },
      breadcrumbs: { values: trace.map((line) => ({ category: "trace", message: line })) },
    },
  ];
}

/** "at send (https://host/assets/app.js:1:200)" → a frame. The protocol wants the oldest frame first. */
function toFrames(stack = ""): object[] {
  return [...stack.matchAll(/^\s*at (?:(.+?) \()?(\S+?):(\d+):(\d+)\)?$/gm)]
    .map(([, call, filename, line, column]) => ({
      ...(call && { function: call }),
      filename,
      lineno: Number(line),
      colno: Number(column),
    }))
    .toReversed();
}

function toTransaction(id: string, { name, at, visit = id, user, properties, version }: AnalyticsEvent): Item {
  const context = {
    trace_id: toHex(visit, 32),
    span_id: id.slice(0, 16),
    op: findFamily(name) ?? "event",
    status: "ok",
  };
  return [
    { type: "transaction" },
    {
      event_id: id,
      type: "transaction",
      transaction: name,
      start_timestamp: at,
      timestamp: at,
      platform: "javascript",
      environment,
      contexts: { trace: context },
      tags: { visit, ...(version && { version }) },
      ...(user && { user: { id: user } }),
      extra: properties ?? {},
      spans: [],
    },
  ];
}

/** The sampled visits of this batch, each with its number of errors. */
function toSessions(batch: readonly TelemetryReport[]): Item[] {
  const visits = new Set(batch.flatMap(({ entry }) => entry.visit ?? []));
  return [...visits].flatMap((visit): Item[] => {
    const reports = batch.filter(({ entry }) => entry.visit === visit);
    const errors = reports.filter((report) => report.kind === "error");
    if (!isSampled(visit, errors.length > 0 ? rates.errorSession : rates.session)) return [];
    const release = errors.map(({ entry }) => (entry as ErrorReport).release).find(Boolean) ?? "unknown";
    const user = reports.map(({ entry }) => entry.user).find(Boolean);
    const moments = reports.map(({ entry }) => entry.at).toSorted();
    const payload = {
      sid: toUuid(visit),
      ...(user && { did: user }),
      init: true,
      started: moments[0],
      timestamp: moments.at(-1),
      status: errors.length > 0 ? "errored" : "ok",
      errors: errors.length,
      attrs: { release, environment },
    };
    return [[{ type: "session" }, payload]];
  });
}

/** Deterministic for a visit. */
const isSampled = (visit: string | undefined, rate: number): boolean =>
  rate >= 1 || (visit !== undefined && Number.parseInt(toHex(visit, 8), 16) / 2 ** 32 < rate);

const toHex = (text: string, digits: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, digits);
const toUuid = (text: string): string => toHex(text, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
