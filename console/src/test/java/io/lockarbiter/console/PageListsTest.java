package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lists of words in the page's scripts are those of the contracts and of the API. */
class PageListsTest {
  private static String script(String name) throws IOException {
    try (InputStream in = PageListsTest.class.getResourceAsStream("/console/app/" + name + ".js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the words of a list or of an object's keys. */
  private static List<String> words(String script, String list) throws IOException {
    Matcher found =
        Pattern.compile("const " + list + " = [\\[{](.*)[\\]}];").matcher(script(script));
    assertThat(found.find()).as(list + " of " + script + ".js").isTrue();
    return Pattern.compile("\\[.*?]")
        .matcher(found.group(1))
        .replaceAll("")
        .lines()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(word -> word.replaceAll("[\"\\s:]", ""))
        .toList();
  }

  @Test
  void modes_areThoseOfTheRules() throws IOException {
    assertThat(words("parts", "MODES")).isEqualTo(Mode.known().stream().map(Mode::name).toList());
  }

  @Test
  void types_areThoseOfEvents() throws IOException {
    assertThat(words("life", "TYPES"))
        .containsExactlyInAnyOrderElementsOf(
            EventType.known().stream().map(EventType::text).toList());
  }

  @Test
  void refusalsThatEndAWait_areThoseOfTheContracts() throws IOException {
    assertThat(words("parts", "WAIT_ENDS"))
        .isEqualTo(
            RejectReason.known().stream()
                .filter(RejectReason::endsWait)
                .map(RejectReason::name)
                .toList());
  }

  @Test
  void states_areThoseOfPartitions() throws IOException {
    List<String> documented = new ArrayList<>();
    try (InputStream in = PageListsTest.class.getResourceAsStream("/console/api/openapi.json")) {
      JsonNode api = JsonMapper.builder().build().readTree(Objects.requireNonNull(in));
      api.at("/components/schemas/Partitions/properties/partitions/items/properties/state/enum")
          .forEach(state -> documented.add(state.asString()));
    }
    assertThat(words("partitions", "STATES"))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(documented);
  }
}
