package io.lockarbiter.trial.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;

/** A store that is used or built incorrectly. */
final class DefectiveStore {
  private DefectiveStore() {}

  /** A changed call of {@link LockStore#decide}. */
  private interface Decide {
    Outcome decide(
        int partition,
        FeedPosition position,
        List<LogRecord> records,
        Consumer<List<EncodedEvent>> sink);
  }

  static LockStore of(Defect defect, LockStore right, SimulatedWorld world) {
    return switch (defect) {
      case TRIMMED_TOO_EARLY ->
          deciding(
              right,
              (partition, at, records, sink) ->
                  right.decide(
                      partition,
                      new FeedPosition(at.offset(), at.fromSeq(), at.fromSeq()),
                      records,
                      sink));
      case NO_OFFSET_CHECK ->
          deciding(
              right,
              (partition, at, records, sink) ->
                  right.decide(partition, where(at, world), records, sink));
      case STATE_AHEAD_DROPPED ->
          deciding(
              right,
              (partition, at, records, sink) -> {
                PartitionHeader header = world.redis().state().header(partition);
                if (header != null
                    && !records.isEmpty()
                    && records.get(0).offset() <= header.appliedOffset()) {
                  world.redis().loseWrites(world.chance());
                }
                return right.decide(partition, where(at, world), records, sink);
              });
      case EXPIRY_BY_HOST_CLOCK ->
          deciding(
              right,
              (partition, at, records, sink) ->
                  right.decide(
                      partition,
                      at,
                      records.stream()
                          .map(
                              each ->
                                  new LogRecord(
                                      each.offset(),
                                      world.hostMs(),
                                      each.leaderEpoch(),
                                      each.content()))
                          .toList(),
                      sink));
      case TOKEN_FROM_COUNTER ->
          deciding(
              right,
              (partition, at, records, sink) ->
                  right.decide(
                      partition,
                      at,
                      records,
                      events ->
                          sink.accept(events.stream().map(each -> counted(each, world)).toList())));
      case GAPS_REFUSED ->
          deciding(
              right,
              (partition, at, records, sink) ->
                  hasGap(at, records)
                      ? new Outcome.Behind(at.offset(), records.get(0).offset() - 1)
                      : right.decide(partition, at, records, sink));
      case REBUILT_WITHOUT_WAITING -> withoutWaiting(right);
      default -> right;
    };
  }

  private static FeedPosition where(FeedPosition at, SimulatedWorld world) {
    PartitionHeader header = world.redis().state().header(world.partition());
    return new FeedPosition(
        header == null ? -1 : header.appliedOffset(),
        header == null ? 0 : at.publishedSeq(),
        at.fromSeq());
  }

  private static boolean hasGap(FeedPosition at, List<LogRecord> records) {
    return !records.isEmpty() && at.offset() >= 0 && records.get(0).offset() > at.offset() + 1;
  }

  private static EncodedEvent counted(EncodedEvent event, SimulatedWorld world) {
    String json =
        new String(event.value(), UTF_8)
            .replaceFirst("\"token\":\\d+", "\"token\":" + world.nextToken(event.seq()));
    return new EncodedEvent(
        event.seq(),
        event.type(),
        event.reason(),
        event.account(),
        event.lockId(),
        event.replyTo(),
        event.lockReplyTo(),
        event.repeated(),
        event.repeatMs(),
        json.getBytes(UTF_8));
  }

  private static LockStore deciding(LockStore right, Decide decide) {
    return proxy(
        (method, arguments) ->
            method.getName().equals("decide") && arguments.length == 4
                ? decide.decide(
                    (Integer) arguments[0],
                    (FeedPosition) arguments[1],
                    castRecords(arguments[2]),
                    castSink(arguments[3]))
                : method.invoke(right, arguments));
  }

  private static LockStore withoutWaiting(LockStore right) {
    return proxy(
        (method, arguments) -> {
          if (!method.getName().equals("restore")) {
            return method.invoke(right, arguments);
          }
          PartitionState whole = (PartitionState) arguments[1];
          PartitionState part =
              new PartitionState(
                  whole.header(),
                  whole.held(),
                  List.of(),
                  whole.ended(),
                  whole.windows(),
                  whole.moved(),
                  whole.sessions());
          return right.restore((Integer) arguments[0], part);
        });
  }

  @SuppressWarnings("unchecked") // the parameters of decide
  private static List<LogRecord> castRecords(Object argument) {
    return (List<LogRecord>) argument;
  }

  @SuppressWarnings("unchecked") // likewise
  private static Consumer<List<EncodedEvent>> castSink(Object argument) {
    return (Consumer<List<EncodedEvent>>) argument;
  }

  private interface Calls {
    Object answer(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static LockStore proxy(Calls calls) {
    return (LockStore)
        Proxy.newProxyInstance(
            LockStore.class.getClassLoader(),
            new Class<?>[] {LockStore.class},
            (proxy, method, arguments) -> {
              try {
                return calls.answer(method, arguments == null ? new Object[0] : arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
