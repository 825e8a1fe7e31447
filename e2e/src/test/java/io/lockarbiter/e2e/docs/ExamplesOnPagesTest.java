package io.lockarbiter.e2e.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codecs read the JSON on the pages, and the rules give the answers on the pages. */
class ExamplesOnPagesTest {
  private static final int PARTITIONS = Settings.DEFAULT.get(Setting.PARTITIONS);
  private static final Pattern ACCOUNT = Pattern.compile("\"account\":\"([^\"]*)\"");
  private static final Pattern PASTED = Pattern.compile("(?m)^ *echo '([^|']+)\\|([^']+)'");

  static Stream<MarkdownPage> pages() {
    return MarkdownPage.all().stream().filter(page -> !page.fenced("json").isEmpty());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void json_isACommandOrAnEventInItsPartition(MarkdownPage page) {
    for (String json : page.fenced("json")) {
      if (json.contains("\"seq\"")) {
        Event event = EventCodec.decode(json.getBytes(UTF_8));
        assertThat(partitionOfAccount(event))
            .as(json)
            .isEqualTo(AccountHash.partition(event.head().account(), PARTITIONS));
      } else {
        Matcher account = ACCOUNT.matcher(json);
        byte[] key = account.find() ? account.group(1).getBytes(UTF_8) : null;
        assertThat(CommandCodec.decode(key, json.getBytes(UTF_8)))
            .as(json)
            .isInstanceOf(DecodedCommand.Valid.class);
      }
    }
  }

  private static int partitionOfAccount(Event event) {
    return event instanceof Rejected rejected && rejected.expectedPartition() != null
        ? rejected.expectedPartition()
        : event.head().cause().partition();
  }

  /** The shown answers must come in this order; the page may leave some out. */
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "WIRE.md"})
  void linesToPaste_areAnsweredAsThePageSays(String name) {
    MarkdownPage page = MarkdownPage.read(name);
    List<Event> answers = answers(page.text());
    List<String> shown =
        page.fenced("json").stream()
            .filter(json -> json.contains("\"seq\""))
            .map(json -> EventCodec.decode(json.getBytes(UTF_8)))
            .filter(event -> isAnswer(event, answers))
            .map(ExamplesOnPagesTest::whatItSays)
            .toList();

    assertThat(shown).isNotEmpty();
    assertThat(answers.stream().map(ExamplesOnPagesTest::whatItSays)).containsSubsequence(shown);
  }

  private static boolean isAnswer(Event event, List<Event> answers) {
    boolean wrongPartition =
        event instanceof Rejected rejected && rejected.expectedPartition() != null;
    return !wrongPartition
        && answers.stream()
            .anyMatch(answer -> answer.head().commandId().equals(event.head().commandId()));
  }

  private static List<Event> answers(String text) {
    ReferenceLockStore store = new ReferenceLockStore();
    List<Event> answers = new ArrayList<>();
    Matcher pasted = PASTED.matcher(text);
    long offset = 0;
    while (pasted.find()) {
      DecodedCommand command =
          CommandCodec.decode(pasted.group(1).getBytes(UTF_8), pasted.group(2).getBytes(UTF_8));
      int partition = AccountHash.partition(pasted.group(1), PARTITIONS);
      Decision decision =
          store.decide(
              partition,
              new FeedPosition(offset - 1, answers.size()),
              List.of(new LogRecord(offset, 1, 0, command)));
      assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
      decision.events().stream()
          .map(event -> EventCodec.decode(event.value()))
          .forEach(answers::add);
      offset++;
    }
    return answers;
  }

  /** Returns the event without its time and position. */
  private static String whatItSays(Event event) {
    String subject = String.valueOf(Objects.requireNonNull(event.subject()));
    String reason = event instanceof Rejected rejected ? " " + rejected.reason() : "";
    return event.type() + " " + event.head().commandId() + reason + " " + subject;
  }
}
