package io.lockarbiter.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Compares the schemas with the types: the same fields, choices and bounds. */
class SchemaTypesTest {
  static List<SchemaFile> files() {
    return SchemaFile.ALL;
  }

  /** All types of commands, by their name on the wire. */
  static List<Class<?>> commands() {
    return Arrays.stream(Command.class.getPermittedSubclasses())
        .flatMap(
            type ->
                type == AccountCommand.class
                    ? Arrays.stream(AccountCommand.class.getPermittedSubclasses())
                    : Stream.of(type))
        .toList();
  }

  /** The types of events that this version writes. */
  static List<Class<?>> events() {
    return Stream.of(Event.class.getPermittedSubclasses())
        .filter(type -> type != UnknownEvent.class)
        .toList();
  }

  static String wireName(Class<?> type) {
    String name = type == SettingsChange.class ? "settings" : type.getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  @ParameterizedTest
  @MethodSource("files")
  void schema_isOneOfItsDialect(SchemaFile file) {
    assertThat(file.json().get("$schema").asString())
        .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    assertThat(SchemaFile.metaSchema().validate(file.json())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void references_leadSomewhere(SchemaFile file) {
    List<JsonNode> references = file.json().findValues("$ref");
    assertThat(references).isNotEmpty();
    references.forEach(reference -> assertThat(file.resolve(reference.asString())).isNotNull());
  }

  @Test
  void commands_areAllDescribed() {
    assertThat(alternatives(SchemaFile.COMMAND))
        .isEqualTo(commands().stream().map(SchemaTypesTest::wireName).toList());
  }

  @Test
  void events_areAllDescribed() {
    assertThat(alternatives(SchemaFile.EVENT))
        .isEqualTo(EventType.known().stream().map(EventType::text).toList())
        .isEqualTo(events().stream().map(SchemaTypesTest::wireName).toList());
  }

  private static List<String> alternatives(SchemaFile file) {
    List<String> names = new ArrayList<>();
    for (JsonNode alternative : file.json().get("oneOf")) {
      String name = alternative.get("$ref").asString().replace("#/$defs/", "");
      JsonNode type = file.definition(name).at("/properties/type/const");
      assertThat(type.asString()).isEqualTo(name);
      names.add(name);
    }
    return names;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_hasTheFieldsOfItsType(Class<?> type) {
    assertThat(SchemaFile.COMMAND.fields(wireName(type)))
        .isEqualTo(WireFields.of(type, "v", "type"));
  }

  @ParameterizedTest
  @MethodSource("events")
  void event_hasTheFieldsOfItsType(Class<?> type) {
    assertThat(SchemaFile.EVENT.fields(wireName(type))).isEqualTo(WireFields.of(type, "v", "type"));
  }

  @Test
  void parts_haveTheFieldsOfTheirTypes() {
    assertThat(SchemaFile.EVENT.fields("lock")).isEqualTo(WireFields.of(LockFields.class));
    assertThat(SchemaFile.EVENT.fields("lockRef")).isEqualTo(WireFields.of(LockRef.class));
    assertThat(SchemaFile.EVENT.fields("blocker")).isEqualTo(WireFields.of(Blocker.class));
    assertThat(SchemaFile.LOCK.fields("target")).isEqualTo(WireFields.of(Target.class));
    assertThat(
            SchemaFile.EVENT.definition("head").at("/properties/cause/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(WireFields.of(Cause.class));
  }

  @Test
  void choices_areThoseOfTheEnums() {
    assertChoices(SchemaFile.LOCK.definition("mode"), Mode.known());
    assertChoices(SchemaFile.LOCK.definition("operation"), Operation.known());
    assertChoices(property("blocker", "relation"), Relation.known());
    assertChoices(property("released", "reason"), ReleaseReason.known());
    assertChoices(property("rejected", "reason"), RejectReason.known());
    assertChoices(
        SchemaFile.COMMAND.definition("destinationOfOperation").at("/if/properties/operation"),
        Operation.known().stream().filter(Operation::hasDestination).toList());
  }

  private static JsonNode property(String definition, String name) {
    return SchemaFile.EVENT.definition(definition).at("/properties/" + name);
  }

  private static void assertChoices(JsonNode schema, List<? extends Enum<?>> values) {
    assertThat(schema.get("enum").valueStream().map(JsonNode::asString))
        .containsExactly(values.stream().map(Enum::name).toArray(String[]::new));
  }

  @Test
  void bounds_areThoseOfTheRules() {
    assertBound(SchemaFile.LOCK, "id", "/maxLength", IdRule.MAX_BYTES);
    assertBound(SchemaFile.LOCK, "leaseMs", "/minimum", Settings.MIN_LEASE_MS);
    assertBound(SchemaFile.LOCK, "leaseMs", "/maximum", Settings.MAX_LEASE_MS);
    assertBound(SchemaFile.LOCK, "keepMs", "/minimum", Settings.MIN_KEEP_MS);
    assertBound(SchemaFile.LOCK, "keepMs", "/maximum", Settings.MAX_CLOSE_MS);
    assertBound(SchemaFile.EVENT, "lock", "/properties/leaseMs/minimum", Settings.MIN_LEASE_MS);
    assertBound(SchemaFile.EVENT, "lock", "/properties/leaseMs/maximum", Settings.MAX_CLOSE_MS);
    assertBound(SchemaFile.LOCK, "waitMs", "/maximum", Settings.MAX_WAIT_MS);
    assertBound(SchemaFile.LOCK, "maxHoldMs", "/minimum", Settings.MIN_MAX_HOLD_MS);
    assertBound(SchemaFile.LOCK, "maxHoldMs", "/maximum", Settings.MAX_MAX_HOLD_MS);
    assertBound(SchemaFile.LOCK, "graceMs", "/maximum", Settings.MAX_GRACE_MS);
    assertBound(SchemaFile.LOCK, "declined", "/maxLength", ForceRelease.MAX_COMMENT_BYTES);
    assertBound(SchemaFile.LOCK, "holding", "/maxItems", Acquire.MAX_HOLDING);
    assertBound(SchemaFile.LOCK, "comment", "/maxLength", ForceRelease.MAX_COMMENT_BYTES);
    assertBound(
        SchemaFile.COMMAND, "acquire", "/properties/comment/maxLength", Acquire.MAX_COMMENT_BYTES);
    assertBound(SchemaFile.LOCK, "result", "/maxLength", WorkOutcome.MAX_RESULT_BYTES);
    assertBound(
        SchemaFile.COMMAND, "acquire", "/properties/leaseMs/default", Settings.DEFAULT_LEASE_MS);
    assertBound(
        SchemaFile.COMMAND, "keepAlive", "/properties/leaseMs/default", Settings.DEFAULT_LEASE_MS);
    assertBound(SchemaFile.EVENT, "lock", "/properties/targets/maxItems", Acquire.MAX_TARGETS);
    assertBound(
        SchemaFile.COMMAND,
        "acquire",
        "/properties/attributes/maxProperties",
        Acquire.MAX_ATTRIBUTES);
    assertBound(SchemaFile.EVENT, "blockedBy", "/maxItems", Blocker.MAX_LISTED);
    assertThat(SchemaFile.COMMAND.definition("acquire").at("/properties/attributes/description"))
        .hasToString(
            "\"Opaque, returned in every event of the lock; keys and values together at most %d UTF-8 bytes.\""
                .formatted(Acquire.MAX_ATTRIBUTE_BYTES));
  }

  @ParameterizedTest
  @EnumSource
  void setting_hasTheBoundOfItsSchema(Setting setting) {
    JsonNode schema = SchemaFile.COMMAND.definition("settings").at("/properties/" + setting.text());
    assertThat(SchemaFile.COMMAND.resolve(schema.get("$ref").asString()).get("minimum").asInt())
        .isEqualTo(setting.min());
  }

  private static void assertBound(SchemaFile file, String name, String keyword, long bound) {
    JsonNode value = file.definition(name).at(keyword);
    assertThat(value.isIntegralNumber()).as("%s of %s is a number", keyword, name).isTrue();
    assertThat(value.asLong()).as("%s of %s", keyword, name).isEqualTo(bound);
  }
}
