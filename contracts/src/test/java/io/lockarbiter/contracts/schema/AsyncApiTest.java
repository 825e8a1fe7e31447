package io.lockarbiter.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.apicurio.datamodels.Library;
import io.apicurio.datamodels.TraverserDirection;
import io.apicurio.datamodels.models.Document;
import io.apicurio.datamodels.models.Node;
import io.apicurio.datamodels.models.asyncapi.v30.AsyncApi30Document;
import io.apicurio.datamodels.models.visitors.AllNodeVisitor;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Compares the AsyncAPI document with its own rules, the types and the schemas. */
class AsyncApiTest {
  private static final String RESOURCE = "asyncapi.json";
  private static final JsonNode JSON = SchemaFile.read(RESOURCE);

  private static final List<String> COMMANDS =
      SchemaTypesTest.commands().stream().map(SchemaTypesTest::wireName).toList();
  private static final List<String> EVENTS =
      EventType.known().stream().map(EventType::text).toList();

  @Test
  void document_isValid() {
    Document document = Library.readDocumentFromJSONString(JSON.toString());
    assertThat(document).isInstanceOf(AsyncApi30Document.class);
    assertThat(Library.validate(document, null))
        .extracting(problem -> problem.nodePath + ": " + problem.message)
        .isEmpty();
    assertThat(unknownFields(document)).isEmpty();
  }

  /** Checks that the validator finds a fault at all. */
  @Test
  void brokenDocument_isFoundOut() {
    String broken =
        JSON.toString()
            .replace("\"action\":\"receive\"", "\"action\":\"fly\"")
            .replace("#/components/messages/tick", "#/components/messages/tock")
            .replace("\"defaultContentType\"", "\"defaultType\"");
    Document document = Library.readDocumentFromJSONString(broken);
    assertThat(Library.validate(document, null))
        .extracting(problem -> problem.errorCode)
        .contains("AAO-004", "AAO-008");
    assertThat(unknownFields(document)).containsExactly("defaultType");
  }

  private static List<String> unknownFields(Document document) {
    List<String> unknown = new ArrayList<>();
    Library.visitTree(
        document,
        new AllNodeVisitor() {
          @Override
          protected void visitNode(Node node) {
            unknown.addAll(node.getExtraPropertyNames());
          }
        },
        TraverserDirection.down);
    return unknown;
  }

  @Test
  void references_leadSomewhere() {
    List<String> references = JSON.findValuesAsString("$ref");
    assertThat(references).hasSizeGreaterThan(30);
    for (String reference : references) {
      assertThat(resolve(reference).isObject()).as(reference).isTrue();
    }
  }

  private static JsonNode resolve(String reference) {
    int hash = reference.indexOf('#');
    String file = reference.substring(0, hash);
    JsonNode root = file.isEmpty() ? JSON : SchemaFile.read(file);
    return root.at(reference.substring(hash + 1));
  }

  @Test
  void channels_areTheTopics() {
    JsonNode channels = JSON.get("channels");
    assertThat(channels.valueStream().map(channel -> channel.get("address").asString()))
        .containsExactly(texts(Topic.values(), Topic::text));
    assertThat(channels.at("/commands/address").asString()).isEqualTo(Topic.COMMANDS.text());
    assertThat(channels.at("/events/address").asString()).isEqualTo(Topic.EVENTS.text());
    assertThat(channels.at("/deadLetters/address").asString()).isEqualTo(Topic.DEAD_LETTERS.text());
    assertThat(channels.at("/commands/bindings/kafka/partitions").asInt())
        .isEqualTo(channels.at("/events/bindings/kafka/partitions").asInt())
        .isEqualTo(Settings.DEFAULT.get(Setting.PARTITIONS));
  }

  private static <E> String[] texts(E[] values, Function<E, String> text) {
    return Arrays.stream(values).map(text).toArray(String[]::new);
  }

  @Test
  void channels_carryEveryCommandAndEvent() {
    assertThat(JSON.at("/channels/commands/messages").propertyNames())
        .containsExactlyElementsOf(COMMANDS);
    assertThat(JSON.at("/channels/events/messages").propertyNames())
        .containsExactlyElementsOf(EVENTS);
    assertThat(JSON.at("/channels/deadLetters/messages").propertyNames())
        .containsExactly("deadLetter");
  }

  @Test
  void operations_areTheArbitersOwn() {
    assertOperation("receiveCommands", "receive", "commands", COMMANDS);
    assertOperation("sendOwnCommands", "send", "commands", List.of("tick", "settings"));
    assertOperation("sendEvents", "send", "events", EVENTS);
    assertOperation("sendDeadLetters", "send", "deadLetters", List.of("deadLetter"));
    assertThat(JSON.get("operations").size()).isEqualTo(4);
  }

  private static void assertOperation(
      String name, String action, String channel, List<String> messages) {
    JsonNode operation = JSON.get("operations").get(name);
    assertThat(operation.get("action").asString()).isEqualTo(action);
    assertThat(operation.at("/channel/$ref").asString()).isEqualTo("#/channels/" + channel);
    assertThat(operation.get("messages").findValuesAsString("$ref"))
        .isEqualTo(
            messages.stream()
                .map(message -> "#/channels/" + channel + "/messages/" + message)
                .toList());
  }

  @Test
  void messages_areDescribedByTheSchemas() {
    for (String name : COMMANDS) {
      assertPayload(name, "schema/command.schema.json#/$defs/" + name);
    }
    for (String name : EVENTS) {
      assertPayload(name, "schema/event.schema.json#/$defs/" + name);
    }
    assertThat(JSON.at("/components/messages").size())
        .isEqualTo(COMMANDS.size() + EVENTS.size() + 1);
  }

  private static void assertPayload(String name, String reference) {
    JsonNode message = message(name);
    assertThat(message.get("name").asString()).isEqualTo(name);
    assertThat(message.at("/payload/schema/$ref").asString()).isEqualTo(reference);
    assertThat(message.at("/payload/schemaFormat").asString())
        .isEqualTo("application/schema+json;version=draft-2020-12");
  }

  private static JsonNode message(String name) {
    return JSON.at("/components/messages/" + name);
  }

  @Test
  void messages_haveTheAccountAsKeyWhereTheyHaveOne() {
    List<String> keyed =
        JSON.at("/components/messages")
            .propertyStream()
            .filter(message -> message.getValue().at("/bindings/kafka/key").isObject())
            .map(Map.Entry::getKey)
            .toList();
    Stream<String> ofAccounts =
        Arrays.stream(AccountCommand.class.getPermittedSubclasses()).map(SchemaTypesTest::wireName);
    assertThat(keyed).isEqualTo(Stream.concat(ofAccounts, EVENTS.stream()).toList());
  }

  @Test
  void headers_areThoseOfTheTypes() {
    assertHeaders(
        "eventHeaders", texts(EventHeader.values(), EventHeader::text), "type", "repeatMs");
    String[] deadLetter = texts(DeadLetterHeader.values(), DeadLetterHeader::text);
    assertHeaders("deadLetterHeaders", deadLetter, deadLetter);
    assertThat(JSON.at("/components/schemas/eventHeaders/properties/type/enum").valueStream())
        .extracting(JsonNode::asString)
        .isEqualTo(EVENTS);
    for (String name : EVENTS) {
      assertThat(message(name).at("/headers/$ref").asString())
          .isEqualTo("#/components/schemas/eventHeaders");
    }
    assertThat(message("deadLetter").at("/headers/$ref").asString())
        .isEqualTo("#/components/schemas/deadLetterHeaders");
  }

  private static void assertHeaders(String schema, String[] names, String... required) {
    JsonNode headers = JSON.at("/components/schemas/" + schema);
    assertThat(headers.get("properties").propertyNames()).containsExactly(names);
    assertThat(headers.get("required").valueStream().map(JsonNode::asString))
        .containsExactly(required);
    for (JsonNode header : headers.get("properties")) {
      assertThat(header.get("type").asString()).isEqualTo("string");
    }
  }

  @Test
  void bindings_areThoseOfKafka() {
    Set<String> fields = new TreeSet<>();
    JSON.findValues("kafka").forEach(binding -> fields.addAll(binding.propertyNames()));
    assertThat(fields).containsExactly("bindingVersion", "key", "partitions", "topicConfiguration");
  }
}
