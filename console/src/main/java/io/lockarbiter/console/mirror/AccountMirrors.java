package io.lockarbiter.console.mirror;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.EventRing;
import io.lockarbiter.console.stream.StreamListener;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.lua.store.AccountPages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The accounts that are looked at. An account is read from Redis when somebody asks for it first,
 * and again after a gap; then its events keep it up. Those that nobody asks for go, the one that
 * was not asked for the longest first when all have too many locks.
 */
public final class AccountMirrors implements StreamListener {
  private static final int ATTEMPTS = 3;
  private static final int LOADS_AT_A_TIME = 2;
  private static final int MOST_MIRRORS = 100;
  private static final int LOOKS = 100;
  private static final long LOOK_NANOS = 10_000_000;

  private final EventHub hub;
  private final MirrorLoad load;
  private final int mostLocks;
  private final LongSupplier nanoTime;
  private final Map<String, Kept> mirrors = new ConcurrentHashMap<>();
  private final Semaphore loads = new Semaphore(LOADS_AT_A_TIME);

  /** One that is kept, and when somebody asked for it last. */
  private static final class Kept {
    private final AccountMirror mirror;
    private volatile long askedAt;

    Kept(AccountMirror mirror, long askedAt) {
      this.mirror = mirror;
      this.askedAt = askedAt;
    }
  }

  /**
   * None yet.
   *
   * @param mostLocks of all accounts together; a level of a path counts as a third of one
   */
  public AccountMirrors(EventHub hub, AccountPages pages, int mostLocks, LongSupplier nanoTime) {
    this.hub = hub;
    this.load = new MirrorLoad(pages, mostLocks);
    this.mostLocks = mostLocks;
    this.nanoTime = nanoTime;
    hub.listen(this);
  }

  /**
   * An account as of now.
   *
   * @throws MirrorUnavailableException if it cannot be shown; the message says why
   */
  public AccountMirror of(String account) {
    Kept kept = mirrors.get(account);
    if (kept == null) {
      kept = loaded(account);
    }
    kept.askedAt = nanoTime.getAsLong();
    return kept.mirror;
  }

  private Kept loaded(String account) {
    if (!acquireLoad()) {
      throw new MirrorUnavailableException(
          "%d accounts are being read from Redis already. Ask again".formatted(LOADS_AT_A_TIME));
    }
    try {
      Kept known = mirrors.get(account);
      return known == null ? load(account) : known;
    } finally {
      loads.release();
    }
  }

  private boolean acquireLoad() {
    try {
      return loads.tryAcquire(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Kept load(String account) {
    int partition = AccountHash.partition(account, hub.partitions());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      MirrorLoad.Loaded loaded = load.read(account, partition);
      awaitPublished(partition, loaded.to());
      makeRoom(loaded.mirror());
      Kept kept = hub.look(partition, ring -> join(loaded, ring));
      if (kept != null) {
        return kept;
      }
    }
    throw new MirrorUnavailableException(
        "more happened in partition=%d while account was read than is kept in memory; nothing is shown rather than something with a gap. Ask again, or raise lockarbiter.console.ring-bytes"
            .formatted(partition));
  }

  /** What Redis knows is mostly published within milliseconds; then the first answer is exact. */
  private void awaitPublished(int partition, long seq) {
    for (int looks = 0; looks < LOOKS; looks++) {
      long last = hub.look(partition, EventRing::last);
      if (last == EventRing.NONE || last >= seq) {
        return;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Applies what happened meanwhile; null if that is not all there any more. */
  private @Nullable Kept join(MirrorLoad.Loaded loaded, EventRing ring) {
    if (!ring.reaches(loaded.from())) {
      return null;
    }
    AccountMirror mirror = loaded.mirror();
    mirror.wasRead(loaded.from(), loaded.to());
    for (StreamedEvent event : ring.after(loaded.from())) {
      if (event.account().equals(mirror.account())) {
        mirror.apply(event);
      }
    }
    mirror.begin(Math.max(ring.last(), loaded.from()), ring.lastAt());
    Kept kept = new Kept(mirror, nanoTime.getAsLong());
    mirrors.put(mirror.account(), kept);
    return kept;
  }

  @Override
  public void event(StreamedEvent event) {
    for (Kept kept : mirrors.values()) {
      AccountMirror mirror = kept.mirror;
      if (mirror.partition() == event.partition()
          && (!mirror.hear(event) || mirror.weight() > mostLocks)) {
        mirrors.remove(mirror.account());
      }
    }
  }

  @Override
  public void restarted(int partition) {
    mirrors.values().removeIf(kept -> kept.mirror.partition() == partition);
  }

  /** Lets go what nobody asked for lately; to be called now and then. */
  public void forgetUnasked(long olderThanNanos) {
    long now = nanoTime.getAsLong();
    mirrors.values().removeIf(kept -> now - kept.askedAt > olderThanNanos);
  }

  private void makeRoom(AccountMirror wanted) {
    List<Kept> longestUnasked = new ArrayList<>(mirrors.values());
    longestUnasked.sort(Comparator.comparingLong(kept -> kept.askedAt));
    long locks = wanted.weight();
    for (Kept kept : longestUnasked) {
      locks += kept.mirror.weight();
    }
    for (Kept kept : longestUnasked) {
      if (locks <= mostLocks && mirrors.size() < MOST_MIRRORS) {
        break;
      }
      mirrors.remove(kept.mirror.account());
      locks -= kept.mirror.weight();
    }
  }
}
