package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.gateway.ask.BusyException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

class RefusalCountsTest {
  private static final Pattern REASON = Pattern.compile("\\b[A-Z]+(_[A-Z]+)+\\b");
  private final RefusalCounts counts = new RefusalCounts();

  @Test
  void everyReason_isThereBeforeTheFirst() {
    assertThat(counts.reasons()).contains("BUSY", "CONFLICT", "TOO_MANY_BYTES", "WRONG_PARTITION");
    assertThat(counts.reasons()).allSatisfy(reason -> assertThat(counts.of(reason)).isZero());
  }

  /** Reasons without an underscore cannot be told from other words in capitals. */
  @Test
  void everyReasonOfTheDescribedAnswers_hasACount() throws Exception {
    Set<String> described = new TreeSet<>();
    try (InputStream openApi = RefusalCounts.class.getResourceAsStream("/gateway/openapi.json")) {
      JsonMapper.shared().readTree(openApi).findValues("responses").stream()
          .flatMap(responses -> responses.findValues("description").stream())
          .flatMap(words -> REASON.matcher(words.asString()).results())
          .forEach(reason -> described.add(reason.group()));
    }
    assertThat(described).contains("REQUEST_TIMEOUT", "NOT_HELD");
    assertThat(counts.reasons()).containsAll(described);
  }

  @Test
  void refusals_areCountedByReason() {
    Refused full = counts.counted(new CompletionException(new BusyException("full")));
    counts.counted(Refused.of(HttpStatus.CONFLICT, "A_NEWER_WORD", "of a newer arbiter"));

    assertThat(full.reason()).isEqualTo("BUSY");
    assertThat(counts.of("BUSY")).isOne();
    assertThat(counts.of(RefusalCounts.OTHER)).isOne();
    assertThat(counts.of("CONFLICT")).isZero();
  }
}
