package io.lockarbiter.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A schema of this module, for validation and for reading its parts. */
record SchemaFile(String resource) {
  static final SchemaFile COMMAND = new SchemaFile("schema/command.schema.json");
  static final SchemaFile EVENT = new SchemaFile("schema/event.schema.json");
  static final SchemaFile LOCK = new SchemaFile("schema/lock.schema.json");
  static final List<SchemaFile> ALL = List.of(COMMAND, EVENT, LOCK);

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  static JsonNode read(String resource) {
    ClassLoader loader = Objects.requireNonNull(SchemaFile.class.getClassLoader());
    try (InputStream in = loader.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      return MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode json() {
    return read(resource);
  }

  Schema schema() {
    return REGISTRY.getSchema(SchemaLocation.of("classpath:" + resource));
  }

  /** The schema, allowing no field that it does not describe. */
  Schema closed() {
    return REGISTRY.getSchema(
        MAPPER.readTree(
            "{\"$ref\":\"classpath:%s\",\"unevaluatedProperties\":false}".formatted(resource)));
  }

  static Schema metaSchema() {
    return REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
  }

  static List<Error> problems(Schema schema, byte[] json) {
    return schema.validate(MAPPER.readTree(json));
  }

  /** The part of this file that a reference points to. */
  JsonNode resolve(String ref) {
    int hash = ref.indexOf('#');
    String file = ref.substring(0, hash);
    JsonNode root = file.isEmpty() ? json() : read("schema/" + file);
    JsonNode target = root.at(ref.substring(hash + 1));
    assertThat(target.isMissingNode()).as("%s in %s is missing", ref, resource).isFalse();
    return target;
  }

  JsonNode definition(String name) {
    return resolve("#/$defs/" + name);
  }

  /**
   * The fields that a definition describes, including those of the definitions that it refers to.
   */
  Set<String> fields(String definition) {
    Set<String> fields = new TreeSet<>();
    collectFields(definition(definition), fields);
    return fields;
  }

  private void collectFields(JsonNode schema, Set<String> fields) {
    fields.addAll(schema.path("properties").propertyNames());
    for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
      schema.path(keyword).forEach(part -> collectFields(part, fields));
    }
    for (String keyword : List.of("if", "then", "else")) {
      if (schema.has(keyword)) {
        collectFields(schema.get(keyword), fields);
      }
    }
    if (schema.has("$ref")) {
      collectFields(resolve(schema.get("$ref").asString()), fields);
    }
  }
}
