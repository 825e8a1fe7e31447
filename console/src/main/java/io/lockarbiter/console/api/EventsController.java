package io.lockarbiter.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.console.security.Actor;
import io.lockarbiter.console.security.LoggedIn;
import io.lockarbiter.console.security.LoginOffer;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.console.stream.Subscription;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.service.view.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** The event stream, and the latest events. */
@RestController
final class EventsController {
  private static final int MOST_RECENT = 5_000;
  private static final int MOST_RECENT_BYTES = 2 << 20;
  private static final int MOST_ACCOUNTS = 64;
  private static final int PIECE_BYTES = 32 << 10;
  private static final long POSITION_NANOS = 5_000_000_000L;

  private final EventHub hub;
  private final StreamLimit limit;
  private final LoginOffer offer;
  private final InstantSource clock;
  private final Places places = new Places(4, "lists of the latest events");

  EventsController(EventHub hub, StreamLimit limit, LoginOffer offer, InstantSource clock) {
    this.hub = hub;
    this.limit = limit;
    this.offer = offer;
    this.clock = clock;
  }

  /**
   * Server-sent events: {@code event} for each decision; {@code position}, with the time, after the
   * missed events and then every five seconds; {@code reset} if the client has to read the state
   * again. The stream ends after {@code reset}, when the login ends under which it was opened, and
   * when it gives way to a later stream: after {@code displaced} if the same reader opened that,
   * after {@code again} if another reader did.
   */
  @GetMapping("/api/events")
  ResponseEntity<StreamingResponseBody> events(
      @RequestParam(name = "account", required = false) String @Nullable [] accounts,
      @RequestParam(name = "type", required = false) @Nullable Set<String> types,
      @RequestParam(required = false) @Nullable String lockId,
      @RequestParam(required = false) @Nullable String after,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response) {
    EventFilter filter = filter(accounts, types, lockId);
    Map<Integer, Long> from =
        Positions.of(
            lastEventId == null || lastEventId.isBlank() ? after : lastEventId, partitions(filter));
    String reader = offer.isNeeded() ? Actor.current().name() : request.getRemoteAddr();
    LoggedIn login = LoggedIn.of(request);
    StreamLimit.Place place = limit.acquire(reader);
    StreamingResponseBody body =
        out -> {
          try {
            stream(response, from, filter, login, place);
          } finally {
            limit.release(place);
          }
        };
    return ResponseEntity.ok()
        .contentType(MediaType.TEXT_EVENT_STREAM)
        .cacheControl(CacheControl.noStore())
        .header("X-Accel-Buffering", "no")
        .body(body);
  }

  /** Flushes after each write; Spring's own streaming of the body does not. */
  private void stream(
      HttpServletResponse response,
      Map<Integer, Long> from,
      EventFilter filter,
      LoggedIn login,
      StreamLimit.Place place)
      throws IOException {
    Subscription subscription = hub.subscribe(from, filter);
    place.onEnd(subscription::end);
    try {
      response.getOutputStream().write("retry: 1000\n\n".getBytes(UTF_8));
      response.flushBuffer();
      long tellAt = System.nanoTime();
      Subscription.Batch batch = subscription.take(0);
      while (login.lasts()) {
        long leftNanos = tellAt - System.nanoTime();
        write(response, batch, leftNanos <= 0);
        if (batch.reset() || Thread.currentThread().isInterrupted()) {
          return;
        }
        if (leftNanos <= 0) {
          tellAt = System.nanoTime() + POSITION_NANOS;
        }
        StreamLimit.End end = place.end();
        if (end != null) {
          response.getOutputStream().write(lastWord(end));
          response.flushBuffer();
          return;
        }
        batch = subscription.take(patience(tellAt));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hub.unsubscribe(subscription);
    }
  }

  private static byte[] lastWord(StreamLimit.End end) {
    return "event: %s\ndata: {}\n\n".formatted(end.name().toLowerCase(Locale.ROOT)).getBytes(UTF_8);
  }

  /** Returns how long to wait until the next position is due. */
  private static long patience(long tellAt) {
    return Math.max(1, (tellAt - System.nanoTime()) / 1_000_000);
  }

  /**
   * Writes in pieces: for a client that reads nothing, only one piece is kept in memory, not a copy
   * of the whole batch.
   */
  private void write(HttpServletResponse response, Subscription.Batch batch, boolean isPositionDue)
      throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    if (batch.reset()) {
      text.writeBytes("event: reset\nid:\ndata: {}\n\n".getBytes(UTF_8));
    }
    int last = batch.events().size() - 1;
    for (int n = 0; n <= last; n++) {
      StreamedEvent event = batch.events().get(n);
      // If a batch has events of several partitions, a client can only resume from its end.
      String id =
          n == last
              ? batch.position()
              : batch.position().indexOf(',') < 0 ? event.partition() + ":" + event.seq() : null;
      message(text, "event", id, event.json());
      if (text.size() >= PIECE_BYTES) {
        text.writeTo(response.getOutputStream());
        text.reset();
      }
    }
    if (isPositionDue && !batch.reset()) {
      byte[] now = "{\"now\":%d}".formatted(clock.millis()).getBytes(UTF_8);
      message(text, "position", batch.position(), now);
    }
    text.writeTo(response.getOutputStream());
    response.flushBuffer();
  }

  private static void message(
      ByteArrayOutputStream text, String name, @Nullable String id, byte[] json) {
    text.writeBytes(("event: " + name + "\n").getBytes(UTF_8));
    if (id != null) {
      text.writeBytes(("id: " + id + "\n").getBytes(UTF_8));
    }
    text.writeBytes("data: ".getBytes(UTF_8));
    for (byte each : json) {
      text.write(each == '\n' || each == '\r' ? ' ' : each);
    }
    text.writeBytes("\n\n".getBytes(UTF_8));
  }

  /**
   * The latest events, at most {@code limit} of them and 2 MiB, but at least one.
   *
   * @param position to follow the stream from, {@code after}
   * @param events the latest last
   */
  record Recent(String position, List<EventJson> events) {}

  @GetMapping("/api/recent")
  Recent recent(
      @RequestParam(name = "account", required = false) String @Nullable [] accounts,
      @RequestParam(name = "type", required = false) @Nullable Set<String> types,
      @RequestParam(required = false) @Nullable String lockId,
      @RequestParam(defaultValue = "0") long sinceAt,
      @RequestParam(defaultValue = "200") int limit) {
    Parameter.limit(limit, MOST_RECENT);
    EventFilter filter = filter(accounts, types, lockId);
    List<StreamedEvent> found = new ArrayList<>();
    List<String> position = new ArrayList<>();
    for (int partition : partitions(filter)) {
      hub.look(
          partition,
          ring -> {
            List<StreamedEvent> latest =
                ring.latest(limit, event -> event.at() >= sinceAt && filter.test(event));
            position.add(partition + ":" + Math.max(0, ring.last()));
            return found.addAll(latest);
          });
    }
    found.sort(Comparator.comparingLong(StreamedEvent::at).thenComparing(StreamedEvent::seq));
    return new Recent(
        String.join(",", position),
        places.in(() -> EventJson.of(found.subList(first(found, limit), found.size()))));
  }

  /** Returns the index of the first event to send. */
  private static int first(List<StreamedEvent> events, int limit) {
    int first = events.size();
    int bytes = 0;
    while (first > Math.max(0, events.size() - limit)) {
      bytes += events.get(first - 1).json().length;
      if (bytes > MOST_RECENT_BYTES && first < events.size()) {
        break;
      }
      first--;
    }
    return first;
  }

  /** Returns the partitions that can have matching events. */
  private SortedSet<Integer> partitions(EventFilter filter) {
    return (filter.accounts().isEmpty()
            ? IntStream.range(0, hub.partitions())
            : filter.accounts().stream()
                .mapToInt(account -> AccountHash.partition(account, hub.partitions())))
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static EventFilter filter(
      String @Nullable [] accounts, @Nullable Set<String> types, @Nullable String lockId) {
    return new EventFilter(
        Actor.current().accounts(),
        ConsoleParameter.all("account", accounts, MOST_ACCOUNTS).stream()
            .filter(account -> !account.isEmpty())
            .map(ConsoleParameter::account)
            .collect(Collectors.toSet()),
        types == null ? Set.of() : types,
        lockId == null || lockId.isEmpty() ? null : lockId);
  }
}
