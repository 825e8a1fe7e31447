/* One stream for all pages of this browser: each page is a port. */
import { streams } from "./streams.js";

const SILENT_MS = 180_000;
const LOOK_MS = 30_000;

const hub = streams();
const ports = new Map();

function end(port) {
  for (const one of ports.get(port)?.followed.values() ?? []) one.leave();
  ports.delete(port);
}

/* A page that crashed sends nothing; a suspended page answers late, and begins anew. */
setInterval(() => {
  for (const [port, { heardAt }] of ports) if (Date.now() - heardAt > SILENT_MS) end(port);
}, LOOK_MS);

const enter = port => ports.set(port, { followed: new Map(), heardAt: Date.now() });

addEventListener("connect", ({ ports: [port] }) => {
  enter(port);
  port.addEventListener("message", ({ data: { kind, id, account, after } }) => {
    const page = ports.get(port);
    if (!page) {
      enter(port);
      port.postMessage({ kind: "gone" });
      return;
    }
    page.heardAt = Date.now();
    if (kind === "follow") page.followed.set(id, hub.follow({ account, after, tell: (what, data) => port.postMessage({ kind: what, id, data }) }));
    if (kind === "took") page.followed.get(id)?.took();
    if (kind === "leave") {
      page.followed.get(id)?.leave();
      page.followed.delete(id);
    }
    if (kind === "end") end(port);
    if (kind === "reset") hub.reset();
    if (kind === "takeBack") hub.takeBack();
  });
  port.addEventListener("close", () => end(port));
  port.start();
});
