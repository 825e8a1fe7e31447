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
 * The members of a JSON object, such as the body of a request of Git LFS.
 *
 * @param members the plain values as text; objects and lists are left out
 */
record JsonMembers(Map<String, String> members) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /**
   * Reads an object; an empty text has no members.
   *
   * @throws BadBodyException if it is no JSON object
   */
  static JsonMembers in(String text) {
    Map<String, String> members = new HashMap<>();
    if (text.isBlank()) {
      return new JsonMembers(members);
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new BadBodyException("the text is no JSON object");
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
      return new JsonMembers(members);
    } catch (JacksonException e) {
      throw new BadBodyException("the text is no JSON");
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
