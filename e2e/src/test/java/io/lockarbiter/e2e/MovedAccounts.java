package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The events of two deployments between which accounts have moved, account by account. */
final class MovedAccounts {
  private final Map<String, Life> lives = new HashMap<>();

  /** The locks of an account in both deployments; times are log times of the same brokers. */
  private static final class Life {
    private final Map<String, Granted> open = new HashMap<>();
    private long lastToken;
    private long lastEnd;
    private long closed;
    private long firstToken = Long.MAX_VALUE;
    private long firstGrant = Long.MAX_VALUE;
    private long opened;
  }

  private MovedAccounts() {}

  static MovedAccounts of(Deployment old, Deployment next) {
    MovedAccounts moved = new MovedAccounts();
    old.log().events().forEach(moved::addOld);
    next.log().events().forEach(moved::addNew);
    return moved;
  }

  private Life life(Event event) {
    return lives.computeIfAbsent(event.head().account(), account -> new Life());
  }

  private void addOld(Event event) {
    Life life = life(event);
    if (event instanceof Granted granted) {
      if (granted.subject().operation() == Operation.CLOSE) {
        life.closed = life.closed == 0 ? event.head().at() : life.closed;
      } else {
        life.open.put(granted.subject().lockId(), granted);
        life.lastToken = Math.max(life.lastToken, granted.token());
      }
    } else if (event instanceof Released released) {
      if (life.open.remove(released.subject().lockId()) != null) {
        life.lastEnd = Math.max(life.lastEnd, event.head().at());
      }
    }
  }

  private void addNew(Event event) {
    Life life = life(event);
    if (event instanceof Granted granted && granted.subject().operation() != Operation.CLOSE) {
      if (!granted.subject().owner().subAccount().equals("move-account")) {
        life.firstToken = Math.min(life.firstToken, granted.token());
        life.firstGrant = Math.min(life.firstGrant, event.head().at());
      }
    } else if (event instanceof Released released
        && released.subject() instanceof LockFields lock
        && lock.operation() == Operation.CLOSE) {
      life.opened = Math.max(life.opened, event.head().at());
    }
  }

  /** Checks that nobody held a lock in the old deployment once the new one granted the first. */
  void check(List<String> accounts) {
    List<Long> pauses = new ArrayList<>();
    for (String account : accounts) {
      Life life = lives.getOrDefault(account, new Life());
      assertThat(life.open.keySet()).as("held in the old deployment: %s", account).isEmpty();
      assertThat(life.lastEnd).as("last end of %s", account).isLessThanOrEqualTo(life.firstGrant);
      assertThat(life.lastToken).as("last token of %s", account).isLessThan(life.firstToken);
      assertThat(life.firstGrant).as("first grant of %s", account).isLessThan(Long.MAX_VALUE);
      pauses.add(life.opened - life.closed);
    }
    pauses.sort(null);
    System.out.printf(
        "paused by the logs, first closing to opening, %d accounts: p50 %s, p99 %s, at most %s%n",
        pauses.size(), at(pauses, 0.5), at(pauses, 0.99), at(pauses, 1));
  }

  private static Duration at(List<Long> sorted, double quantile) {
    return Duration.ofMillis(sorted.get((int) Math.ceil(quantile * sorted.size()) - 1));
  }
}
