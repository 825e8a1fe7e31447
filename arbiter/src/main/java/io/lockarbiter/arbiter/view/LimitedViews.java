package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.QueuedRequest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Bounds the number of views made at the same time for requests over HTTP. */
public final class LimitedViews implements LockViews {
  private final LockViews views;
  private final int most;
  private final Semaphore free;
  private final Counter refused;

  /**
   * Views with a limit.
   *
   * @param most the most views at a time; further ones are refused at once
   */
  public LimitedViews(LockViews views, int most, MeterRegistry registry) {
    this.views = views;
    this.most = most;
    this.free = new Semaphore(most);
    this.refused = registry.counter(MeterName.VIEWS_REFUSED.text());
  }

  @Override
  public @Nullable PartitionHeader header(int partition) {
    return views.header(partition);
  }

  @Override
  public @Nullable Long nextDeadline(int partition) {
    return views.nextDeadline(partition);
  }

  @Override
  public List<HeldLock> locks(int partition, String account, LockPath under, int limit) {
    return make(() -> views.locks(partition, account, under, limit));
  }

  @Override
  public List<QueuedRequest> queue(int partition, String account, int limit) {
    return make(() -> views.queue(partition, account, limit));
  }

  @Override
  public Explanation explain(
      int partition, String account, @Nullable Owner owner, List<Target> targets) {
    return make(() -> views.explain(partition, account, owner, targets));
  }

  private <T> T make(Supplier<T> view) {
    if (!free.tryAcquire()) {
      refused.increment();
      throw new TooManyViewsException(most);
    }
    try {
      return view.get();
    } finally {
      free.release();
    }
  }
}
