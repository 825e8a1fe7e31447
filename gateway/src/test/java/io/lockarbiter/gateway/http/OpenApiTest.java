package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the document with the routes, the fields and the reasons of the code. */
class OpenApiTest {
  private final JsonNode document = document();

  @Test
  void pathsAndMethods_areThoseOfTheRoutes() {
    Map<String, Set<String>> described = new TreeMap<>();
    document
        .path("paths")
        .properties()
        .forEach(path -> described.put(path.getKey(), new TreeSet<>(names(path.getValue()))));
    assertThat(described).isEqualTo(routes());
  }

  @Test
  void fieldsOfBodies_areThoseThatAreRead() {
    CommandBody.FIELDS.forEach(
        (type, fields) -> {
          if (type == CommandType.RELEASE) {
            Set<String> query = new TreeSet<>();
            document
                .at("/paths/~1v1~1accounts~1{account}~1locks~1{lockId}/delete/parameters")
                .forEach(parameter -> query.add(parameter.path("name").asString("")));
            assertThat(query).containsAll(fields);
          } else {
            assertThat(names(document.at("/components/schemas/" + schema(type) + "/properties")))
                .as("%s", type)
                .containsExactlyInAnyOrderElementsOf(fields);
          }
        });
  }

  @Test
  void everyReasonOfARefusedAcquire_isNamedAtItsStatus() {
    JsonNode responses = document.at("/paths/~1v1~1accounts~1{account}~1locks/post/responses");
    for (RejectReason reason : RejectReason.known()) {
      String status = Integer.toString(LockJson.status(reason).value());
      assertThat(responses.path(status).path("description").asString(""))
          .as("%s at %s", reason, status)
          .contains(reason.name());
    }
  }

  @Test
  void wordsOfOperationsAndModes_areThoseOfTheContract() {
    assertThat(words("Operation"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Operation.values())
                .filter(each -> each != Operation.UNKNOWN)
                .map(Enum::name)
                .toList());
    assertThat(words("Mode"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Mode.values()).filter(each -> each != Mode.UNKNOWN).map(Enum::name).toList());
  }

  private List<String> words(String schema) {
    List<String> words = new ArrayList<>();
    document
        .at("/components/schemas/" + schema + "/enum")
        .forEach(word -> words.add(word.asString("")));
    return words;
  }

  private static String schema(CommandType type) {
    return switch (type) {
      case ACQUIRE -> "Acquire";
      case RENEW -> "Renew";
      case YIELD -> "Yield";
      case FORCE_RELEASE -> "ForceRelease";
      case KEEP_ALIVE -> "KeepAlive";
      default -> throw new IllegalArgumentException(type.text());
    };
  }

  private static Set<String> names(JsonNode object) {
    return new TreeSet<>(object.propertyNames());
  }

  private static JsonNode document() {
    try (InputStream in = Routes.class.getResourceAsStream("/gateway/openapi.json")) {
      return JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Set<String>> routes() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (Route route : Route.values()) {
      found
          .computeIfAbsent(route.path(), each -> new TreeSet<>())
          .add(route.method().name().toLowerCase(Locale.ROOT));
    }
    return found;
  }
}
