package io.lockarbiter.lua.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.codec.JsonBuffer;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Measures the time and the allocation that an arbiter itself spends on an ordinary acquire at path
 * depth 5 and on its release, step by step from Kafka's bytes to Kafka's bytes. To run it, see
 * CONTRIBUTING.md, Build and test.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CodecBench {
  private static final String ACQUIRE =
      """
      {"v":1,"type":"acquire","commandId":"7b1e2c4a-0d7e-4f0c-9d52-0a5b8a3f6c11","account":"acme",\
      "subAccount":"user-17","session":"web-1","replyTo":"gateway-3","operation":"UPLOAD",\
      "path":"/projects/2026/reports/final/plan.pdf","leaseMs":30000,\
      "attributes":{"bytes":"1048576","uploadId":"u-77"}}""";
  private static final long AT = 1_700_000_000_000L;

  private final Packing packing = new Packing();
  private final JsonBuffer buffer = new JsonBuffer();
  private final byte[] key = "acme".getBytes(UTF_8);
  private final byte[] value = ACQUIRE.getBytes(UTF_8);
  private final LogRecord acquire = new LogRecord(991, AT, 0, decodeAcquire());
  private final Acquire asked = (Acquire) command(acquire);
  private final LogRecord release = new LogRecord(992, AT + 250, 0, new Valid(releaseOf(asked)));
  private final OutboxElements granted = OutboxElements.granted(asked, 7, AT, 991);
  private final OutboxElements released =
      OutboxElements.released((Release) command(release), asked, 7, AT, 8, AT + 250, 992);
  private final byte[] event = renderGranted().value();

  /**
   * Runs the benchmarks for {@code -Dtest=CodecBench}; the class has no name of a test, so no build
   * runs it.
   */
  @Test
  void run() throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include(CodecBench.class.getName())
                .addProfiler(GCProfiler.class)
                .build())
        .run();
  }

  /** Decodes a record's bytes to an acquire. */
  @Benchmark
  public DecodedCommand decodeAcquire() {
    return CommandCodec.decode(key, value);
  }

  /** Packs an acquire into LOCK and its entry. */
  @Benchmark
  public int packAcquire() {
    return pack(acquire);
  }

  /** Packs a release into COMMAND and its entry. */
  @Benchmark
  public int packRelease() {
    return pack(release);
  }

  /** Renders the elements of the outbox to the record of a grant. */
  @Benchmark
  public EncodedEvent renderGranted() {
    return OutboxEvent.encode(3, granted.head(), granted.subject(), buffer);
  }

  /** Renders the elements of the outbox to the record of a release. */
  @Benchmark
  public EncodedEvent renderReleased() {
    return OutboxEvent.encode(3, released.head(), released.subject(), buffer);
  }

  /** Decodes the record of a grant, as clients and the audit do. */
  @Benchmark
  public Event decodeGranted() {
    return EventCodec.decode(event);
  }

  private int pack(LogRecord record) {
    RecordArguments arguments =
        RecordArguments.of(record, Reading.INITIAL, Settings.NEWEST_RULES, packing);
    ByteBuf entry = Unpooled.buffer(64);
    arguments.writeEntry(entry, packing.names());
    return arguments.content().length + entry.readableBytes();
  }

  private static Command command(LogRecord record) {
    return ((Valid) record.content()).command();
  }

  private static Release releaseOf(Acquire acquire) {
    Owner owner = acquire.owner();
    return new Release("release-1", acquire.account(), owner, null, acquire.lockId(), false);
  }
}
