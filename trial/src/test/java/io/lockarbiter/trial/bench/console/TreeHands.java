package io.lockarbiter.trial.bench.console;

import java.util.List;
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
        let frames = [], last = performance.now(), going = true;
        const frame = now => { frames.push(now - last); last = now; if (going) requestAnimationFrame(frame); };
        const watched = async work => {
          frames = [];
          last = performance.now();
          await work();
          const found = [...frames, performance.now() - last].sort((a, b) => a - b);
          return { longest: found.at(-1), p95: found[Math.ceil(0.95 * found.length) - 1] };
        };
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
        let began = 0;
        const typing = await watched(async () => {
          for (const letter of "file-77") {
            began = performance.now();
            field.value += letter;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            await pause(100);
          }
          await until(() => found().includes("match"));
        });
        const search = performance.now() - began;
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        going = false;
        return { opening, scrolling, typing, search };
      })()
      """;

  private final Chromium page;

  TreeHands(Chromium page) {
    this.page = page;
  }

  /** Times of frames while levels are opened, scrolled and searched, and of the search, ms. */
  Map<String, Double> use() throws InterruptedException {
    JsonNode found = page.evaluate(SCRIPT);
    Map<String, Double> figures = new TreeMap<>();
    for (String doing : List.of("opening", "scrolling", "typing")) {
      figures.put("longest frame " + doing, found.path(doing).path("longest").asDouble());
      figures.put("p95 frame " + doing, found.path(doing).path("p95").asDouble());
    }
    figures.put("search", found.path("search").asDouble());
    return figures;
  }
}
