/* The audit's timeline page, with the latest events in the place of a history from the log. */
import { get } from "./api.js";

const parameters = new URLSearchParams(location.search);
const SCRIPTS = ["/lib/d3/dist/d3.min.js", ...["theme", "text", "locks", "lanes", "details", "painter", "overview", "timeline"].map(name => "/audit/" + name + ".js")];

/** Locks as the audit tells them: what events say, one after the other. */
export function livesOf(events) {
  const lives = new Map();
  const ended = [];
  let until = 0;
  for (const { partition, event } of events) {
    until = Math.max(until, event.at);
    if (event.repeated || !event.targets) continue;
    const known = lives.get(event.lockId) ?? {
      partition, account: event.account, lockId: event.lockId, subAccount: event.subAccount, session: event.session, operation: event.operation, path: event.path,
      destination: event.destination, targets: event.targets, leaseMs: event.leaseMs, waitMs: event.waitMs, holding: event.holding, attributes: event.attributes,
      requestedAt: event.requestedAt ?? event.at, renewals: 0, blockedBy: [],
    };
    lives.set(event.lockId, known);
    if (event.type === "queued") Object.assign(known, { queuedAt: event.at, deadline: event.deadline, blockedBy: event.blockedBy ?? [] });
    if (event.type === "granted" || event.type === "renewed") {
      Object.assign(known, { token: event.token, expiresAt: event.expiresAt, grantedAt: event.grantedAt ?? event.at });
      known.requestedAt = known.grantedAt - event.waitedMs;
      if (event.type === "renewed") known.renewals++;
    }
    if (event.type === "released" || event.type === "rejected") {
      if (known.grantedAt === undefined && event.heldMs !== undefined) known.grantedAt = known.requestedAt = event.at - event.heldMs;
      if (event.type === "rejected") known.blockedBy = event.blockedBy ?? known.blockedBy;
      known.end = { at: event.at, type: event.type, reason: event.reason, by: event.by, comment: event.comment, gone: event.gone, failed: event.failed, result: event.result };
      ended.push(known);
      lives.delete(event.lockId);
    }
  }
  return { scope: "the last minutes", until, omitted: 0, locks: [...ended, ...lives.values()] };
}

function run(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(address + " cannot be loaded"));
    document.body.append(script);
  });
}

const account = parameters.get("account");
const latest = await get("recent", { account, limit: 1 });
const now = latest.events.at(-1)?.event.at ?? 0;
const recent = await get("recent", { account, limit: 5000, sinceAt: now - Number(parameters.get("minutes") ?? "5") * 60_000 });
const template = (await (await fetch("/audit/timeline.html")).text()).replace(/<style>[^]*?<\/style>|<script[^]*?<\/script>/g, "");
const page = new DOMParser().parseFromString(template, "text/html");
const data = document.createElement("script");
data.type = "application/json";
data.id = "data";
data.textContent = JSON.stringify(livesOf(recent.events));
document.body.append(...[...page.body.children].filter(child => child.tagName !== "SCRIPT"), data);
for (const script of SCRIPTS) await run(script);
