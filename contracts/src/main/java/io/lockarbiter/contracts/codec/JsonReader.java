package io.lockarbiter.contracts.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads exactly one JSON object from bytes: strict UTF-8, nothing but white space after it.
 *
 * <p>The result depends on the bytes alone. So the parser gets characters, not bytes (it would
 * guess the encoding), and keeps no table of names (its collisions would depend on earlier input).
 */
final class JsonReader {
  /** Deepest nesting, the outermost object included. */
  static final int MAX_DEPTH = 16;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final int SHORT = 0x8000;

  /** Stands for what is not UTF-8, or for itself. */
  private static final char REPLACEMENT = '\uFFFD';

  private final JsonParser parser;

  /** Number of objects read so far that have a duplicate key in them or below. */
  private int duplicates;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  static JsonObject read(byte[] bytes) throws MalformedJsonException {
    JsonObject plain = PlainJsonReader.read(bytes);
    return plain == null ? readAny(bytes) : plain;
  }

  /** Reads an object that need not be plain. */
  static JsonObject readAny(byte[] bytes) throws MalformedJsonException {
    try (JsonParser parser = parser(bytes)) {
      return new JsonReader(parser).readDocument();
    }
  }

  /** A short text goes through a buffer of Jackson's, which is used again and again. */
  private static JsonParser parser(byte[] bytes) throws MalformedJsonException {
    if (bytes.length <= SHORT) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.indexOf(REPLACEMENT) < 0) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
      }
    }
    CharBuffer text = decodeUtf8(bytes);
    return FACTORY.createParser(ObjectReadContext.empty(), text.array(), 0, text.length());
  }

  private static CharBuffer decodeUtf8(byte[] bytes) throws MalformedJsonException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    if (result.isError()) {
      throw new MalformedJsonException("is not UTF-8 at byte " + in.position());
    }
    return out.flip();
  }

  private JsonObject readDocument() throws MalformedJsonException {
    JsonObject object;
    try {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedJsonException("is not a JSON object");
      }
      object = readObject();
    } catch (StreamConstraintsException e) {
      throw new MalformedJsonException("nests deeper than " + MAX_DEPTH + " levels");
    } catch (JacksonException e) {
      throw new MalformedJsonException(
          "is not valid JSON at character " + parser.currentLocation().getCharOffset());
    }
    if (!isAtEnd()) {
      throw new MalformedJsonException("goes on after its JSON object");
    }
    return object;
  }

  private boolean isAtEnd() {
    try {
      return parser.nextToken() == null;
    } catch (JacksonException e) {
      return false;
    }
  }

  private JsonObject readObject() throws MalformedJsonException {
    JsonObject object = new JsonObject();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      int before = duplicates;
      Object value = readValue(parser.nextToken());
      if (object.add(name, value, duplicates > before)) {
        duplicates++;
      }
    }
    return object;
  }

  private List<@Nullable Object> readArray() throws MalformedJsonException {
    List<@Nullable Object> values = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      values.add(readValue(token));
    }
    return values;
  }

  private @Nullable Object readValue(@Nullable JsonToken token) throws MalformedJsonException {
    if (token == null) {
      throw new MalformedJsonException("ends too early");
    }
    return switch (token) {
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> wholeNumber();
      case VALUE_NUMBER_FLOAT -> JsonNumber.of(parser.getString(), false);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case START_OBJECT -> readObject();
      case START_ARRAY -> readArray();
      default -> throw new IllegalStateException("unexpected token " + token);
    };
  }

  private JsonNumber wholeNumber() {
    boolean isShort = parser.getStringLength() <= JsonNumber.ALWAYS_LONG;
    return isShort && parser.getStringCharacters()[parser.getStringOffset()] != '-'
        ? JsonNumber.of(parser.getLongValue())
        : JsonNumber.of(parser.getString(), true);
  }
}
