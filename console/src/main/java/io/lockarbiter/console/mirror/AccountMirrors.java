package io.lockarbiter.console.mirror;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.EventRing;
import io.lockarbiter.console.stream.StreamListener;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.lua.store.AccountPages;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The accounts in memory. An account is read from Redis at the first request for it, and again
 * after a gap; from then on its events keep it up to date. Accounts that nobody asks for are
 * dropped. If all together take too much memory, the one whose last request is the longest ago is
 * dropped first. An account that alone takes too much is not shown, and not read again for a while.
 */
public final class AccountMirrors implements StreamListener {
  private static final int ATTEMPTS = 3;
  private static final int LOADS_AT_A_TIME = 2;
  private static final int MOST_MIRRORS = 100;
  private static final int LOOKS = 100;
  private static final long LOOK_NANOS = 10_000_000;
  private static final long PATIENCE_MS = 5_000;

  private static final Comparator<Kept> LONGEST_UNASKED =
      Comparator.comparingLong(kept -> kept.askedAt);

  /**
   * The order of eviction if only the number of accounts is too large: empty ones go first, so
   * requests for names that do not exist evict nothing of value.
   */
  private static final Comparator<Kept> EMPTY_FIRST =
      Comparator.comparing((Kept kept) -> !kept.mirror.isEmpty()).thenComparing(LONGEST_UNASKED);

  private final EventHub hub;
  private final MirrorLoad load;
  private final long mostBytes;
  private final LongSupplier nanoTime;
  private final Map<String, Kept> mirrors = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Kept>> loading = new ConcurrentHashMap<>();
  private final Set<AccountMirror> beingRead = ConcurrentHashMap.newKeySet();
  private final TooLarge tooLarge;
  private final Semaphore loads = new Semaphore(LOADS_AT_A_TIME);

  /** An account in memory, with the time of the last request for it. */
  private static final class Kept {
    private final AccountMirror mirror;
    private volatile long askedAt;

    Kept(AccountMirror mirror, long askedAt) {
      this.mirror = mirror;
      this.askedAt = askedAt;
    }
  }

  /**
   * Begins without accounts.
   *
   * @param mostBytes most heap for all accounts together, those being read included
   */
  public AccountMirrors(EventHub hub, AccountPages pages, long mostBytes, LongSupplier nanoTime) {
    this.hub = hub;
    this.load = new MirrorLoad(pages, this::mustFit);
    this.mostBytes = mostBytes;
    this.nanoTime = nanoTime;
    this.tooLarge = new TooLarge(nanoTime);
    hub.listen(this);
  }

  /**
   * Returns an account as of now.
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

  /** Returns the account; if it is being read, the caller waits for that. */
  private Kept loaded(String account) {
    CompletableFuture<Kept> own = new CompletableFuture<>();
    CompletableFuture<Kept> others = loading.putIfAbsent(account, own);
    if (others != null) {
      return await(others);
    }
    try {
      Kept kept = loadInTurn(account);
      own.complete(kept);
      return kept;
    } catch (RuntimeException | Error e) {
      own.completeExceptionally(e);
      throw e;
    } finally {
      loading.remove(account);
    }
  }

  private static Kept await(CompletableFuture<Kept> others) {
    try {
      return others.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new MirrorUnavailableException("the account is being read from Redis. Ask again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MirrorUnavailableException("the console ends");
    }
  }

  private Kept loadInTurn(String account) {
    Kept known = mirrors.get(account);
    if (known != null) {
      return known;
    }
    if (tooLarge.isRefused(account)) {
      throw tooLarge();
    }
    if (!acquireLoad()) {
      throw new MirrorUnavailableException(
          "%d accounts are being read from Redis already. Ask again".formatted(LOADS_AT_A_TIME));
    }
    try {
      return load(account);
    } finally {
      loads.release();
    }
  }

  private boolean acquireLoad() {
    try {
      return loads.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Kept load(String account) {
    int partition = AccountHash.partition(account, hub.partitions());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      AccountMirror mirror = new AccountMirror(account, partition);
      beingRead.add(mirror);
      try {
        MirrorLoad.Loaded loaded = load.read(mirror);
        awaitPublished(partition, loaded.to());
        Kept kept = hub.look(partition, ring -> join(loaded, ring));
        if (kept != null) {
          mustFit(mirror);
          tooLarge.forget(account);
          return kept;
        }
      } finally {
        beingRead.remove(mirror);
      }
    }
    throw new MirrorUnavailableException(
        "more happened in partition=%d while account was read than is kept in memory; nothing is shown rather than something with a gap. Ask again, or raise lockarbiter.console.ring-bytes"
            .formatted(partition));
  }

  /**
   * Waits until the events are published that Redis has applied. That takes mostly milliseconds,
   * and then the first answer is exact.
   */
  private void awaitPublished(int partition, long seq) {
    for (int looks = 0; looks < LOOKS; looks++) {
      long last = hub.look(partition, EventRing::last);
      if (last == EventRing.NONE || last >= seq) {
        return;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Applies the events since the reading began; null if the ring no longer has all of them. */
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
    beingRead.remove(mirror);
    mirrors.put(mirror.account(), kept);
    return kept;
  }

  @Override
  public void event(StreamedEvent event) {
    for (Kept kept : mirrors.values()) {
      AccountMirror mirror = kept.mirror;
      if (mirror.partition() == event.partition() && !mirror.hear(event)) {
        mirrors.remove(mirror.account(), kept);
      }
    }
    makeRoom();
  }

  @Override
  public void restarted(int partition) {
    mirrors.values().removeIf(kept -> kept.mirror.partition() == partition);
  }

  /** Drops accounts that nobody has asked for lately; to be called from time to time. */
  public void forgetUnasked(long olderThanNanos) {
    long now = nanoTime.getAsLong();
    mirrors.values().removeIf(kept -> now - kept.askedAt > olderThanNanos);
    tooLarge.forgetOld();
    makeRoom();
  }

  private void mustFit(AccountMirror wanted) {
    if (refusesTooLarge(wanted)) {
      beingRead.remove(wanted);
      makeRoom();
      throw tooLarge();
    }
    if (!makeRoom()) {
      throw new MirrorUnavailableException(
          "other accounts that are being read take what lockarbiter.console.mirror-bytes=%d leaves. Ask again"
              .formatted(mostBytes));
    }
  }

  /** Says whether an account alone is too large, and remembers it if so. */
  private boolean refusesTooLarge(AccountMirror mirror) {
    boolean isTooLarge = mirror.bytes() > mostBytes;
    if (isTooLarge) {
      tooLarge.refuse(mirror.account());
    }
    return isTooLarge;
  }

  private MirrorUnavailableException tooLarge() {
    return new MirrorUnavailableException(
        "the account takes more memory than lockarbiter.console.mirror-bytes=%d, so it is not shown; its locks can be forced, and their holders asked, all the same. Raise that, and the memory of the console"
            .formatted(mostBytes));
  }

  /** Evicts accounts; says whether all together fit now. */
  private boolean makeRoom() {
    return hasRoom(bytes()) || makeRoomInTurn();
  }

  private boolean hasRoom(long bytes) {
    return bytes <= mostBytes && mirrors.size() <= MOST_MIRRORS;
  }

  private long bytes() {
    long bytes = 0;
    for (AccountMirror mirror : beingRead) {
      bytes += mirror.bytes();
    }
    for (Kept kept : mirrors.values()) {
      bytes += kept.mirror.bytes();
    }
    return bytes;
  }

  private synchronized boolean makeRoomInTurn() {
    mirrors.values().removeIf(kept -> refusesTooLarge(kept.mirror));
    for (long bytes = bytes(); !hasRoom(bytes) && !mirrors.isEmpty(); bytes = bytes()) {
      mirrors.values().stream()
          .min(bytes > mostBytes ? LONGEST_UNASKED : EMPTY_FIRST)
          .ifPresent(one -> mirrors.values().remove(one));
    }
    return hasRoom(bytes());
  }
}
