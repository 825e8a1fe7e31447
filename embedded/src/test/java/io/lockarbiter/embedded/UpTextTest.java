package io.lockarbiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UpTextTest {
  private static final Pattern LINE =
      Pattern.compile("echo '([^|]+)\\|(.+)' \\| kcat -P -b host:1 -t lock.commands");

  /** With one partition every account belongs to partition 0. */
  private static final SettingsChange ONE_PARTITION =
      SettingsChange.NOTHING.with(Setting.PARTITIONS, 1);

  private final ReferenceLockStore store = new ReferenceLockStore();
  private final List<String> answers = new ArrayList<>();
  private long offset = -1;
  private long seq;

  @Test
  void linesToPaste_areAnsweredAsTheTextSays() {
    feed(new DecodedCommand.Valid(ONE_PARTITION));
    Matcher line =
        LINE.matcher(
            UpText.of(
                "host:1",
                "redis://host:2",
                "http://host:3",
                "http://host:4",
                "http://host:5",
                "key"));
    while (line.find()) {
      feed(CommandCodec.decode(bytes(line.group(1)), bytes(line.group(2))));
    }

    assertThat(answers)
        .containsExactly(
            "GRANTED c1",
            "REJECTED CONFLICT c2",
            "RELEASED c3",
            "GRANTED w1",
            "QUEUED w2",
            "RELEASED w3",
            "GRANTED w2");
  }

  private void feed(DecodedCommand command) {
    LogRecord record = new LogRecord(offset + 1, offset + 1, 0, command);
    Decision decision = store.decide(0, new FeedPosition(offset, seq), List.of(record));
    offset++;
    seq = decision.applied().header().seq();
    decision.events().forEach(event -> answers.add(text(EventCodec.decode(event.value()))));
  }

  private static String text(Event event) {
    String reason = event instanceof Rejected rejected ? rejected.reason() + " " : "";
    return event.type() + " " + reason + event.head().commandId();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
