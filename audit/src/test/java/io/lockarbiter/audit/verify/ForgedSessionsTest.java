package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.Requests;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Logs in which one thing about a session is forged: each is found. */
class ForgedSessionsTest {
  private static final int SOME = 250;
  private static final List<String> TIMES =
      List.of(
          "expiresAt",
          "beganAt",
          "leaseMs",
          "cutLeaseMs",
          "endsAt",
          "grantedAt",
          "heldMs",
          "token",
          "deadline",
          "requestedAt",
          "waitedMs",
          "at",
          "maxHoldMs",
          "cutMaxHoldMs");
  private static final List<String> REASONS =
      List.of(
          "SESSION_ENDED",
          "EXPIRED",
          "RELEASED",
          "FORCED",
          "NO_SESSION",
          "WAIT_TIMEOUT",
          "CANCELLED");
  private static final Owner WEB = new Owner("ann", "web");
  private static final Owner APP = new Owner("ann", "app");
  private static final Owner BOB = new Owner("bob", "b");

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            long n = 0;
            recorder.append(n++, 1_000, keep("k1", WEB, 10_000));
            recorder.append(n++, 1_000, keep("k2", APP, 10_000));
            recorder.append(n++, 1_000, keep("k3", BOB, 12_000));
            recorder.append(n++, 1_000, Requests.upload("a", WEB, "/a", 0, 0, 0));
            recorder.append(n++, 1_000, Requests.upload("b", WEB, "/b", 0, 0, 0));
            recorder.append(n++, 1_000, Requests.upload("c", APP, "/c", 0, 0, 0));
            recorder.append(n++, 1_000, Requests.upload("d", BOB, "/d", 0, 0, 0));
            recorder.append(n++, 1_000, Requests.upload("lease", BOB, "/lease", 10_000, 0, 0));
            recorder.append(n++, 1_000, Requests.upload("early", BOB, "/early", 8_000, 0, 0));
            recorder.append(n++, 1_000, Requests.upload("free", WEB, "/free", 60_000, 0, 0));
            recorder.append(n++, 2_000, Requests.upload("w1", WEB, "/d", 0, 60_000, 0));
            recorder.append(n++, 2_000, Requests.upload("w2", WEB, "/d/x", 0, 60_000, 0));
            recorder.append(n++, 2_000, Requests.upload("w3", BOB, "/a", 0, 60_000, 0));
            recorder.append(n++, 3_000, Requests.upload("own", WEB, "/own", 0, 0, 5_000));
            recorder.append(n++, 3_000, new Yield("y", "acme", BOB, null, "b", 600_000L, null));
            recorder.append(n++, 3_000, new Renew("r", "acme", WEB, null, "b", null));
            recorder.append(n++, 4_000, keep("k4", WEB, 7_000));
            recorder.append(n++, 5_000, Requests.upload("a", WEB, "/a", 0, 0, 0));
            recorder.append(n++, 20_000, new Tick());
            recorder.append(n++, 21_000, Requests.upload("e", WEB, "/e", 0, 0, 0));
            recorder.append(n++, 22_000, keep("k5", WEB, 600_000));
            recorder.append(n++, 22_000, Requests.upload("f", WEB, "/f", 0, 0, 0));
            recorder.append(n++, 22_500, Requests.upload("g", WEB, "/g", 0, 0, 0));
            recorder.append(
                n++, 23_000, SettingsChange.NOTHING.with(Setting.LONGEST_LEASE_MS, 5_000));
            recorder.append(n++, 23_000, keep("k6", APP, 60_000));
            recorder.append(n++, 27_999, keep("k7", APP, 60_000));
            recorder.append(n++, 27_999, Requests.upload("h", APP, "/h", 0, 0, 0));
            recorder.append(n++, 330_000, new Tick());
            recorder.append(n++, 340_000, keep("k8", WEB, 60_000));
            recorder.append(n++, 622_000, new Tick());
            recorder.append(
                n++, 623_000, Requests.upload("z", new Owner("z", null), "/z", 60_000, 0, 0));
            recorder.append(
                n++, 623_000, Requests.upload("z2", new Owner("z", null), "/z2", 60_000, 0, 0));
          });

  private static KeepAlive keep(String id, Owner owner, long leaseMs) {
    return new KeepAlive(id, "acme", owner, "gw", leaseMs);
  }

  private final List<Forgery> forgeries = new ArrayList<>();

  private record Forgery(String what, Damage damage) {
    boolean isFound() {
      return Verification.of(
                  HISTORY.withEvents(damage.events()),
                  Scope.ALL,
                  EnumSet.allOf(Check.class),
                  step -> {})
              .verdict()
          != Verdict.CLEAN;
    }
  }

  @Test
  void history_isClean_andHasEachEndOfASession() {
    assertThat(
            Verification.of(HISTORY.whole(), Scope.ALL, EnumSet.allOf(Check.class), step -> {})
                .violations())
        .isEmpty();
    assertThat(IntStream.range(0, HISTORY.events().size()).mapToObj(n -> verdict(n)))
        .contains("released SESSION_ENDED", "rejected NO_SESSION", "keptAlive", "told");
  }

  @Test
  void someForgeries_areFound() {
    forgeTimes();
    forgeOwners();
    forgeOrderAndReasons();
    Collections.shuffle(forgeries, new Random(Seeds.fresh()));
    assertFound(forgeries.subList(0, SOME));
  }

  @Test
  @Tag("nightly")
  void everyForgery_isFound() {
    forgeTimes();
    forgeOwners();
    forgeOrderAndReasons();
    assertFound(forgeries);
  }

  private static void assertFound(List<Forgery> tried) {
    assertThat(tried).isNotEmpty();
    assertThat(tried.stream().filter(each -> !each.isFound()).map(Forgery::what)).isEmpty();
  }

  private void forge(String what, Damage damage) {
    forgeries.add(new Forgery(what, damage));
  }

  private static ObjectNode event(int place) {
    return Damage.json(HISTORY.events().get(place));
  }

  private static String verdict(int place) {
    return Damage.verdict(HISTORY, place);
  }

  private static String at(int place) {
    return "%d %s %s at=%d"
        .formatted(
            place,
            verdict(place),
            event(place).path("lockId").asString(""),
            event(place).path("at").asLong());
  }

  /** But for the last two events, which nothing follows that would contradict them. */
  private static IntStream places(int fewer) {
    return IntStream.range(0, HISTORY.events().size() - fewer);
  }

  private void forgeTimes() {
    places(2)
        .forEach(
            place -> {
              for (String field : TIMES) {
                int value = (int) event(place).path(field).asLong(-1);
                for (int by : new int[] {-1, 1, 1_000, -1_000, 600_000}) {
                  if (value >= 0 && value + by > 0) {
                    forge(
                        at(place) + " " + field + " " + by,
                        Damage.of(HISTORY).set(place, field, value + by));
                  }
                }
              }
              if (event(place).has("bound")) {
                forge(at(place) + " without bound", Damage.of(HISTORY).without(place, "bound"));
              }
            });
  }

  private void forgeOwners() {
    places(2)
        .forEach(
            place -> {
              for (String field : List.of("session", "subAccount")) {
                for (String other : List.of("web", "app", "b", "ann", "bob")) {
                  String now = event(place).path(field).asString("");
                  if (!now.isEmpty() && !now.equals(other)) {
                    forge(
                        at(place) + " " + field + " " + other,
                        Damage.of(HISTORY).set(place, field, other));
                  }
                }
              }
            });
  }

  private void forgeOrderAndReasons() {
    places(3)
        .forEach(
            place -> {
              if (Damage.causeOf(HISTORY, place) == Damage.causeOf(HISTORY, place + 1)) {
                int seq = (int) event(place).path("seq").asLong();
                forge(
                    "swap " + at(place) + " / " + at(place + 1),
                    Damage.of(HISTORY)
                        .swap(place)
                        .set(place, "seq", seq)
                        .set(place + 1, "seq", seq + 1));
              }
              forge("omit " + at(place), Damage.of(HISTORY).omitWithTokens(place));
              for (String reason : REASONS) {
                String now = event(place).path("reason").asString("");
                if (!now.isEmpty() && !now.equals(reason)) {
                  forge(
                      at(place) + " reason " + reason,
                      Damage.of(HISTORY).set(place, "reason", reason));
                }
              }
              for (int later = 1; later <= 2; later++) {
                int cause = (int) Damage.causeOf(HISTORY, place) + later;
                forge(at(place) + " caused by " + cause, Damage.of(HISTORY).setCause(place, cause));
              }
            });
  }
}
