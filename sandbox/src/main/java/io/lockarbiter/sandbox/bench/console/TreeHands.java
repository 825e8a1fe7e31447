package io.lockarbiter.sandbox.bench.console;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Somebody opens levels of the tree, scrolls, and searches. */
final class TreeHands {
  private static final String SCRIPT =
      """
      (async () => {
        const pause = ms => new Promise(done => setTimeout(done, ms));
        const until = async seen => { for (let n = 0; n < 600 && !seen(); n++) await pause(50); };
        const list = () => document.getElementById("tree");
        location.hash = "#/tree?account=acme";
        await until(() => list()?.querySelectorAll(".row").length > 1);
        let longest = 0, last = performance.now(), going = true;
        const frame = now => { longest = Math.max(longest, now - last); last = now; if (going) requestAnimationFrame(frame); };
        const watched = async work => { longest = 0; last = performance.now(); await work(); const found = longest; return found; };
        requestAnimationFrame(frame);
        const press = key => list().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const opening = await watched(async () => {
          press("Home");
          for (let n = 0; n < 40; n++) { press("ArrowDown"); press("ArrowRight"); await pause(100); }
        });
        const scrolling = await watched(async () => {
          for (let n = 0; n < 200; n++) { list().scrollTop = (list().scrollHeight - list().clientHeight) * Math.abs(Math.sin(n / 20)); await pause(16); }
        });
        const found = () => document.querySelector("#screen .found").textContent;
        const field = document.getElementById("search");
        const began = performance.now();
        field.value = "file-77";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await until(() => found().includes("found"));
        const search = performance.now() - began;
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        going = false;
        return { opening, scrolling, search };
      })()
      """;

  private final Chromium page;

  TreeHands(Chromium page) {
    this.page = page;
  }

  /** Longest frame while levels are opened and while it is scrolled, and a search's time; ms. */
  Map<String, Double> use() throws InterruptedException {
    JsonNode found = page.evaluate(SCRIPT);
    Map<String, Double> figures = new TreeMap<>();
    figures.put("longest frame opening levels", found.path("opening").asDouble());
    figures.put("longest frame scrolling", found.path("scrolling").asDouble());
    figures.put("search", found.path("search").asDouble());
    return figures;
  }
}
