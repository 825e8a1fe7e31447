package io.lockarbiter.webdav;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The body of a request of Git LFS.
 *
 * @param members its plain values as text; objects and lists are left out
 */
record LfsBody(Map<String, String> members) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /**
   * Reads a body; an empty one has no members.
   *
   * @throws BadBodyException if it is no JSON object
   */
  static LfsBody in(String text) {
    Map<String, String> members = new HashMap<>();
    if (text.isBlank()) {
      return new LfsBody(members);
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new BadBodyException("the body is no JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isStructStart()) {
          parser.skipChildren();
        } else if (value != JsonToken.VALUE_NULL) {
          members.put(name, parser.getString());
        }
      }
      return new LfsBody(members);
    } catch (JacksonException e) {
      throw new BadBodyException("the body is no JSON");
    }
  }

  /** A value; null if it is absent. */
  @Nullable String text(String name) {
    return members.get(name);
  }

  /** Says whether a value is {@code true}. */
  boolean isTrue(String name) {
    return "true".equals(members.get(name));
  }
}
