package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes get one of three answers, and each answer can be put into the log. */
class CommandFuzzTest {
  private static final int RECORDS = 25_000;
  private static final String[] PIECES = {
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "true",
    "\"a\":1",
    "-",
    "1e9",
    "0.1",
    "99999999999999999999",
    "\\ud800",
    "\\u0000",
    "\"\"",
    "\"v\":2,",
    "\"type\":\"tick\",",
    "\"account\":\"acme\",",
    "\"path\":\"/..\",",
    "\"x\":{\"y\":1,\"y\":2},",
    "\"keepMs\":2592000000,",
    "\"bound\":true,",
    "\"type\":\"keepAlive\",",
    "\ufeff",
    "é",
    "\u0378",
    "[[[[[[[[[[[[[[[[[",
    "\"targets\":[{\"path\":\"/a\",\"mode\":\"PUT\"}],"
  };

  private static final String[] SCALARS = {
    "null",
    "true",
    "0",
    "1",
    "-1",
    "1.0",
    "600000",
    "600001",
    "59999",
    "60000",
    "2592000000",
    "2592000001",
    "\"\"",
    "\"/\"",
    "\"/x\"",
    "\"x\"",
    "\"\\ud800\"",
    "\"\\u0085\"",
    "\"acquire\"",
    "\"DELETE\"",
    "\"CUSTOM\"",
    "[]",
    "{}",
    "[1]",
    "{\"a\":\"b\"}"
  };

  @Test
  void mutatedRecords_areAlwaysOneOfThree() {
    mutate(RECORDS);
  }

  @Test
  @Tag("nightly")
  void moreMutatedRecords_areAlwaysOneOfThree() {
    mutate(10 * RECORDS);
  }

  private static void mutate(int records) {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    RandomCommands commands = new RandomCommands(random);
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < records; i++) {
      Command command = commands.next();
      byte[] key = key(command, random);
      byte[] value = mutate(CommandCodec.encode(command), random);
      DecodedCommand decoded = decode(key, value, seed);
      counts.merge(decoded.getClass().getSimpleName(), 1, Integer::sum);
      checkAnswer(decoded, seed);
    }
    System.out.println("CommandFuzzTest.mutatedRecords " + counts);
    assertThat(counts).containsOnlyKeys("Dead", "Refused", "Valid");
    assertThat(counts.values()).allMatch(count -> count > records / 50);
  }

  private static DecodedCommand decode(byte @Nullable [] key, byte[] value, long seed) {
    try {
      return CommandCodec.decode(key, value).under(Reading.allowingAll(Settings.NEWEST_RULES));
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("seed " + seed + ", value " + new String(value, UTF_8), e);
    }
  }

  private static void checkAnswer(DecodedCommand decoded, long seed) {
    if (decoded instanceof DecodedCommand.Valid valid) {
      byte[] key =
          valid.command() instanceof AccountCommand of ? of.account().getBytes(UTF_8) : null;
      assertThat(decode(key, CommandCodec.encode(valid.command()), seed))
          .as("seed %d", seed)
          .isEqualTo(valid);
    } else if (decoded instanceof DecodedCommand.Refused refused) {
      Refusal refusal = refused.refusal();
      assertThat(refusal.message()).as("seed %d", seed).isNotBlank().hasSizeLessThan(256);
      assertThat(refusal.field().getBytes(UTF_8).length).isLessThanOrEqualTo(IdRule.MAX_BYTES);
      Rejected event = rejected(refusal);
      assertThat(EventCodec.decode(EventCodec.encode(event))).as("seed %d", seed).isEqualTo(event);
    } else if (decoded instanceof DecodedCommand.Dead dead) {
      assertThat(dead.why()).as("seed %d", seed).isNotBlank().hasSizeLessThan(256);
    }
  }

  private static Rejected rejected(Refusal refusal) {
    return Rejected.plain(
        new EventHead(1, 2, refusal.account(), refusal.commandId(), new Cause(3, 4)),
        null,
        RejectReason.INVALID,
        refusal.message(),
        refusal.field());
  }

  private static byte @Nullable [] key(Command command, Random random) {
    if (random.nextInt(20) == 0) {
      return random.nextBoolean() ? null : RandomTexts.id(random).getBytes(UTF_8);
    }
    return command instanceof AccountCommand of ? of.account().getBytes(UTF_8) : null;
  }

  private static byte[] mutate(byte[] value, Random random) {
    byte[] mutated = value;
    for (int mutations = random.nextInt(4); mutations > 0 && mutated.length > 0; mutations--) {
      int at = random.nextInt(mutated.length);
      mutated =
          switch (random.nextInt(10)) {
            case 0 -> replaceByte(mutated, at, (byte) random.nextInt());
            case 1 -> splice(mutated, at, new byte[0], Math.min(at + 1, mutated.length));
            case 2 -> Arrays.copyOf(mutated, at);
            case 3 -> {
              int end = at + random.nextInt(mutated.length - at);
              yield splice(mutated, at, Arrays.copyOfRange(mutated, at, end), at);
            }
            case 4 -> splice(mutated, at, piece(random), at);
            case 5, 6 -> insertAtMember(mutated, random);
            default -> replaceScalar(mutated, at, random);
          };
    }
    return mutated;
  }

  /** Inserts a piece where it may remain JSON: after a comma or an opening brace. */
  private static byte[] insertAtMember(byte[] value, Random random) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < value.length; i++) {
      if (value[i] == ',' || value[i] == '{' || value[i] == ':') {
        places.add(i + 1);
      }
    }
    if (places.isEmpty()) {
      return value;
    }
    int at = places.get(random.nextInt(places.size()));
    return splice(value, at, piece(random), at);
  }

  /** Replaces the value of the next member that has a scalar. */
  private static byte[] replaceScalar(byte[] value, int at, Random random) {
    int from = at;
    while (from < value.length && value[from] != ':') {
      from++;
    }
    int to = from;
    while (to < value.length && value[to] != ',' && value[to] != '}') {
      to++;
    }
    byte[] scalar = SCALARS[random.nextInt(SCALARS.length)].getBytes(UTF_8);
    return from == value.length ? value : splice(value, from + 1, scalar, to);
  }

  private static byte[] piece(Random random) {
    return PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8);
  }

  private static byte[] replaceByte(byte[] value, int at, byte other) {
    return splice(value, at, new byte[] {other}, at + 1);
  }

  private static byte[] splice(byte[] value, int from, byte[] middle, int to) {
    byte[] result = Arrays.copyOf(value, from + middle.length + value.length - to);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(value, to, result, from + middle.length, value.length - to);
    return result;
  }
}
