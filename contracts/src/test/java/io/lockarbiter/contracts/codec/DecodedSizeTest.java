package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.testing.Heap;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Commands that take much of the heap for their length, measured on the heap. */
class DecodedSizeTest {
  private static final long ENOUGH = 32 << 20;
  private static final byte[] KEY = "acme".getBytes(UTF_8);

  /** Kinds of acquires, by their fields behind the operation. */
  enum Kind {
    USUAL("\"path\":\"/docs/plan-%d.pdf\",\"leaseMs\":30000,\"replyTo\":\"gateway-%d\""),
    SMALL_ATTRIBUTES(
        "\"path\":\"/p%d\",\"attributes\":{" + attributes(Acquire.MAX_ATTRIBUTES, "") + "}"),
    HEBREW_ATTRIBUTES(
        "\"path\":\"/p%d\",\"attributes\":{" + attributes(2, "x".repeat(1_900) + "\u05d0") + "}"),
    TARGETS("\"targets\":[" + targets() + "]"),
    HOLDING("\"path\":\"/p%d\",\"holding\":[" + ids() + "]"),
    NOISE("\"path\":\"/p%d\",\"noise\":\"" + ":".repeat(1_000) + "\"");

    private final String fields;

    Kind(String fields) {
      this.fields = fields;
    }

    private static String attributes(int number, String value) {
      return IntStream.range(0, number)
          .mapToObj(n -> "\"%s\":\"%s\"".formatted(Integer.toString(n, 36), value))
          .collect(Collectors.joining(","));
    }

    private static String targets() {
      return IntStream.range(0, 16)
          .mapToObj(n -> "{\"path\":\"/%d\",\"mode\":\"READ\"}".formatted(n))
          .collect(Collectors.joining(","));
    }

    private static String ids() {
      return IntStream.range(0, 16)
          .mapToObj(n -> "\"h%d\"".formatted(n))
          .collect(Collectors.joining(","));
    }

    byte[] command(int number) {
      return """
          {"type":"acquire","commandId":"c%d","account":"acme","subAccount":"u","operation":"%s",%s}"""
          .formatted(
              number,
              this == TARGETS ? "CUSTOM" : "UPLOAD",
              fields.replace("%d", Integer.toString(number)))
          .getBytes(UTF_8);
    }
  }

  /** Everything stays in memory until the end, so that nothing is collected between two looks. */
  @Test
  void countedBytes_areNotLessThanTheHeapTaken() {
    List<Object> decoded = new ArrayList<>(1_000_000);
    for (Kind kind : Kind.values()) {
      decoded.add(CommandCodec.decode(KEY, kind.command(0)));
      assertThat(decoded.get(decoded.size() - 1)).isInstanceOf(Valid.class);
    }
    for (Kind kind : Kind.values()) {
      long before = Heap.used();
      long counted = 0;
      for (int number = 0; counted < ENOUGH; number++) {
        byte[] json = kind.command(number);
        counted += DecodedSize.of(json);
        decoded.add(CommandCodec.decode(KEY, json));
      }
      long taken = Heap.used() - before;

      System.out.printf("%s: %.2f of the bytes counted%n", kind, (double) taken / counted);
      assertThat(taken).as(kind.name()).isBetween(1L, counted);
    }
    assertThat(decoded).doesNotContainNull();
  }
}
