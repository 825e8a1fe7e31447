package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The page's own script shows the state of the store although its connections are cut again and
 * again.
 */
class CutPagesIT extends ConsolePage {
  private static final int ROUNDS = Integer.getInteger("disconnects", 6);
  private static final List<String> SEEN = List.of("waits", "tree");
  private static final String LAST = SEEN.get((ROUNDS - 1) / 3 % SEEN.size());

  /** So tall that all rows are visible. */
  private static final int TALL = 4_000;

  private static final int MOST_LIVE = 60;

  @Autowired private ReferenceLockStore store;
  @Autowired private EventHub hub;

  private final long seed = Seeds.fresh();
  private final Random random = new Random(seed);
  private final List<Integer> live = new ArrayList<>();
  private int number;

  @Test
  void pagesThatAreCutOff_showTheStateOfTheStore() throws Exception {
    browser.size(1280, TALL);
    try (CutLink link = new CutLink(URI.create(visitor.server()).getPort())) {
      happen();
      browser.open("about:blank");
      browser.open("http://127.0.0.1:%d/#/tree?account=%s".formatted(link.port(), account));
      soon(() -> assertThat(shown("tree")).isEqualTo(expected("tree")));
      for (int round = 0; round < ROUNDS; round++) {
        String screen = SEEN.get(round / 3 % SEEN.size());
        happen();
        link.cut();
        happen();
        // The page reads the state again, gets the missed events, or is told that there is a gap.
        switch (round % 3) {
          case 0 -> {
            browser.run("location.hash = '#/%s?account=%s'".formatted(screen, account));
            link.cut();
          }
          case 1 -> {}
          default -> hub.restart(0);
        }
        happen();
        soon(
            () ->
                assertThat(shown(screen))
                    .as("%s, seed=%d", screen, seed)
                    .isEqualTo(expected(screen)));
      }
      link.cut();
      await().until(() -> link.hasStream() && browser.text("#live").startsWith("live"));
      link.silenceStreams();
      happen();
      soon(() -> assertThat(shown(LAST)).isEqualTo(expected(LAST)));
    }
  }

  /**
   * A browser logs an error for every connection that is cut, and the proxy has another address.
   */
  @Override
  @AfterEach
  void page_complainsOfNothingAndAsksNobodyElse() {
    leavePageThatWasCutOff();
  }

  private void happen() {
    for (int n = random.nextInt(20); n >= 0; n--) {
      if (live.size() < MOST_LIVE && random.nextInt(5) < 3) {
        number++;
        live.add(number);
        arbiter.acquire(
            account,
            id("c" + number),
            "u" + number % 4,
            random.nextInt(3) == 0 ? Operation.DELETE : Operation.UPLOAD,
            "/f%d%s".formatted(random.nextInt(3), random.nextBoolean() ? "" : "/x" + n % 5));
      } else {
        int lock = live.isEmpty() ? 0 : live.remove(random.nextInt(live.size()));
        arbiter.release(account, id("c" + lock), "u" + lock % 4);
      }
    }
  }

  private List<String> expected(String screen) {
    PartitionState state = Objects.requireNonNull(store.state(0));
    List<HeldLock> held =
        state.held().stream().filter(lock -> lock.account().equals(account)).toList();
    List<WaitingRequest> waiting =
        state.waiting().stream().filter(request -> request.account().equals(account)).toList();
    if (screen.equals("waits")) {
      return IntStream.range(0, waiting.size())
          .mapToObj(
              n ->
                  "%d. %s %s"
                      .formatted(
                          n + 1,
                          waiting.get(n).fields().owner().subAccount(),
                          waiting.get(n).fields().path()))
          .sorted()
          .toList();
    }
    Map<String, Integer> folders = new TreeMap<>();
    held.forEach(
        lock -> folders.merge(folder(lock.fields().targets().get(0).path()), 1, Integer::sum));
    waiting.forEach(
        request ->
            folders.merge(folder(request.fields().targets().get(0).path()), 0, Integer::sum));
    return folders.entrySet().stream()
        .map(
            entry ->
                entry.getKey() + (entry.getValue() == 0 ? "" : " " + entry.getValue() + " held"))
        .collect(
            Collectors.collectingAndThen(
                Collectors.toList(),
                lines -> {
                  lines.add(
                      0,
                      "%d %s held, %d %s waiting"
                          .formatted(
                              held.size(),
                              held.size() == 1 ? "lock" : "locks",
                              waiting.size(),
                              waiting.size() == 1 ? "request" : "requests"));
                  return lines;
                }));
  }

  private static String folder(LockPath path) {
    return path.toString().split("/", -1)[1];
  }

  private List<String> shown(String screen) {
    return strings(
        screen.equals("tree")
            ? """
            return [document.querySelector('.screen-tree .found')?.textContent, ...[...document.querySelectorAll('#tree .row')].slice(1)
              .map(row => (row.querySelector('.name').textContent + ' ' + row.querySelector('.number').textContent).trim())]\
            """
            : """
            return [...document.querySelectorAll('#waits .row')].filter(row => row.querySelector('.badge.waiting'))
              .map(row => ['.badge.waiting', '.who-text', '.name'].map(part => row.querySelector(part).textContent).join(' ')).sort()\
            """);
  }
}
