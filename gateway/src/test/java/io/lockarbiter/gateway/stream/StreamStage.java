package io.lockarbiter.gateway.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.live.LiveLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A hub of one instance, with a clock that a test moves. */
final class StreamStage {
  static final int PARTITION = 0;
  static final String GONE = "you may read no more";
  final EventHub hub;
  final AtomicBoolean isAllowed = new AtomicBoolean(true);
  final Set<String> hidden = new HashSet<>();
  boolean isRead = true;
  private long nanos;

  StreamStage(StreamBounds bounds) {
    hub =
        new EventHub(
            bounds,
            event ->
                "id: %s\nevent: granted\ndata: %s\n\n"
                    .formatted(
                        event.position(), EventCodec.decode(event.value()).head().commandId())
                    .getBytes(UTF_8),
            () -> nanos);
    hub.begin(PARTITION, 1, 0);
    hub.readUpTo(PARTITION, nanos);
  }

  static StreamStage wide() {
    return new StreamStage(new StreamBounds(1 << 20, 1 << 18, 100, 10));
  }

  void after(Duration time) {
    nanos += time.toNanos();
    if (isRead) {
      hub.readUpTo(PARTITION, nanos);
    }
    hub.tick(true);
  }

  /** Reads a grant at an offset, whose log time it is too. */
  void see(long offset, String lockId, String subAccount) {
    see(offset, offset, lockId, subAccount);
  }

  void see(long offset, long at, String lockId, String subAccount) {
    Granted event =
        new Granted(
            new EventHead(offset + 1, at, "acme", lockId, new Cause(0, offset)),
            RequestCommands.acquire(
                    LockRequest.upload("acme", subAccount, "/" + lockId),
                    new Owner(subAccount, "s-" + lockId),
                    lockId,
                    null)
                .fields(),
            7,
            at + 30_000,
            0,
            false);
    hub.see(
        PARTITION,
        offset,
        EventCodec.encode(event),
        event,
        new LiveLock(event.subject(), event, null));
  }

  EventStream open(
      @Nullable String member, @Nullable String session, @Nullable String lastEventId) {
    return open("web", member, session, lastEventId);
  }

  EventStream open(
      String subject,
      @Nullable String member,
      @Nullable String session,
      @Nullable String lastEventId) {
    return hub.open(
        new StreamWish(
            subject,
            "acme",
            member,
            session,
            () -> isAllowed.get() ? null : GONE,
            each -> isAllowed.get() && !hidden.contains(each),
            "",
            0,
            null),
        lastEventId);
  }

  Reader reading(@Nullable String member, @Nullable String lastEventId) {
    return new Reader(open(member, null, lastEventId), Long.MAX_VALUE);
  }

  /** A reader of its own locks, whose key is its own. */
  Reader reading(String subject, @Nullable String lastEventId, long demand) {
    return new Reader(open(subject, subject, null, lastEventId), demand);
  }

  /** Reads a stream: all of it, or so many groups of bytes. */
  static final class Reader extends BaseSubscriber<DataBuffer> implements Outlet {
    private final StringBuilder text = new StringBuilder();
    final EventStream stream;
    private final long demand;
    volatile boolean isCut;
    private boolean ended;

    Reader(EventStream stream, long demand) {
      this.stream = stream;
      this.demand = demand;
      stream
          .groups(DefaultDataBufferFactory.sharedInstance, this)
          .concatMap(Flux::from)
          .subscribe(this);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(demand);
    }

    @Override
    protected synchronized void hookOnNext(DataBuffer value) {
      text.append(value.toString(UTF_8));
    }

    @Override
    public Mono<Void> written() {
      return Mono.empty();
    }

    @Override
    public void close() {
      isCut = true;
    }

    @Override
    protected synchronized void hookOnComplete() {
      ended = true;
    }

    synchronized String text() {
      return text.toString();
    }

    synchronized boolean hasEnded() {
      return ended;
    }

    /** The ids of locks, and the reasons of resets, in order. */
    List<String> told() {
      List<String> all = new ArrayList<>();
      for (String line : text().split("\n")) {
        if (line.startsWith("data: {")) {
          all.add(line.replaceAll(".*\"reason\":\"([A-Z_]+)\".*", "$1"));
        } else if (line.startsWith("data: ")) {
          all.add(line.substring(6));
        }
      }
      return all;
    }

    /** The latest id. */
    String lastId() {
      String all = text();
      int begin = all.lastIndexOf("id: ");
      return begin < 0 ? "" : all.substring(begin + 4, all.indexOf('\n', begin));
    }
  }
}
