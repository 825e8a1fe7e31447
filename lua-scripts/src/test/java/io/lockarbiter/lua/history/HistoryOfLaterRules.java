package io.lockarbiter.lua.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.Vocabulary;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A log that two builds read. The earlier build knows rules 1. The later one also knows rules 2,
 * which add an operation, a mode, a type and a field. These words are taken from this build, so
 * that there is something to decide under rules 2.
 */
public final class HistoryOfLaterRules {
  public static final int PARTITION = 0;
  public static final String ACCOUNT = "acme";

  /** The words of the build that knows rules 1 and 2. */
  public static final Vocabulary LATER =
      Vocabulary.OF_THIS_BUILD
          .upTo(2)
          .with(Operation.COPY, 2)
          .with(Mode.ADD, 2)
          .with(CommandType.YIELD, 2)
          .withField("maxHoldMs", 2);

  /** The words of the build that knows rules 1 alone. */
  public static final Vocabulary EARLIER = LATER.upTo(1);

  public static final String RULES_1 =
      "{\"type\":\"settings\",\"rules\":1,\"partitions\":1,\"locksPerAccount\":50}";
  public static final String RULES_2 = "{\"type\":\"settings\",\"rules\":2}";

  private HistoryOfLaterRules() {}

  /**
   * Commands, each with a word that exists only under rules 2.
   *
   * @param id the beginning of their ids
   */
  public static List<String> laterWords(String id) {
    return List.of(
        acquire(
            id + "-copy",
            "\"operation\":\"COPY\",\"path\":\"/%s/a\",\"destination\":\"/%s/b\"",
            id),
        acquire(id + "-put", "\"operation\":\"UPLOAD\",\"path\":\"/%s/b/1\"", id),
        acquire(
            id + "-add",
            "\"operation\":\"CUSTOM\",\"targets\":[{\"path\":\"/%s/c\",\"mode\":\"ADD\"}]",
            id),
        acquire(id + "-del", "\"operation\":\"DELETE\",\"path\":\"/%s/c\"", id),
        acquire(id + "-max", "\"operation\":\"UPLOAD\",\"path\":\"/%s/d\",\"maxHoldMs\":2000", id),
        acquire(
            id + "-bad", "\"operation\":\"UPLOAD\",\"path\":\"/%s/e\",\"maxHoldMs\":\"2 s\"", id),
        acquire(id + "-none", "\"operation\":\"FLY\",\"path\":\"/%s/f\"", id),
        "{\"type\":\"yield\",\"commandId\":\"%s-ask\",\"account\":\"acme\",\"subAccount\":\"ops\",\"lockId\":\"%s-max\"}"
            .formatted(id, id));
  }

  private static String acquire(String id, String what, String folder) {
    return "{\"type\":\"acquire\",\"commandId\":\"%s\",\"account\":\"acme\",\"subAccount\":\"%s\",%s}"
        .formatted(id, id, what.replace("%s", folder));
  }

  /** Makes records of the values, from an offset on, 100 ms apart. */
  public static List<LogRecord> records(long offset, List<String> values, Vocabulary vocabulary) {
    List<LogRecord> records = new ArrayList<>();
    for (String value : values) {
      long at = offset + records.size();
      byte[] key = value.contains("\"account\"") ? ACCOUNT.getBytes(UTF_8) : null;
      records.add(
          new LogRecord(
              at, 100 * at, 0, CommandCodec.decode(key, value.getBytes(UTF_8), vocabulary)));
    }
    return records;
  }
}
