package io.lockarbiter.audit.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record as a line of JSON, as {@code kcat -J} writes it: {@code topic}, {@code partition},
 * {@code offset}, {@code tstype}, {@code ts}, {@code headers} (names and values in turn), {@code
 * key}, {@code payload}. Beyond kcat: {@code leaderEpoch}, and {@code key64}, {@code payload64} for
 * bytes that are not UTF-8.
 */
public record RecordLine(String topic, int partition, AuditRecord record) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String LOG_APPEND = "logappend";

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no record, or its time is not the broker's
   */
  static RecordLine parse(String line) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("is no JSON: " + e.getOriginalMessage(), e);
    }
    if (!node.path("topic").isString() || !node.path("offset").isIntegralNumber()) {
      throw new IllegalArgumentException(
          "has no topic or no offset, expected the JSON of kcat -J or of audit export --records");
    }
    if (!node.path("tstype").asString(LOG_APPEND).equals(LOG_APPEND)) {
      throw new IllegalArgumentException(
          "has tstype=%s, expected %s; leases follow the broker's clock"
              .formatted(node.path("tstype").asString(), LOG_APPEND));
    }
    return new RecordLine(
        node.path("topic").asString(),
        node.path("partition").asInt(),
        new AuditRecord(
            node.path("offset").asLong(),
            node.path("ts").asLong(),
            node.path("leaderEpoch").asInt(-1),
            bytes(node, "key"),
            bytes(node, "payload"),
            headers(node.path("headers"))));
  }

  private static byte @Nullable [] bytes(JsonNode node, String name) {
    if (node.path(name + "64").isString()) {
      return Base64.getDecoder().decode(node.path(name + "64").asString());
    }
    return node.path(name).isString() ? node.path(name).asString().getBytes(UTF_8) : null;
  }

  private static List<Header> headers(JsonNode node) {
    List<Header> headers = new ArrayList<>();
    for (int i = 0; i + 1 < node.size(); i += 2) {
      headers.add(new Header(node.get(i).asString(), node.get(i + 1).asString("")));
    }
    return headers;
  }

  /** The line, without its end. */
  public String text() {
    ObjectNode node = JSON.createObjectNode();
    node.put("topic", topic);
    node.put("partition", partition);
    node.put("offset", record.offset());
    node.put("tstype", LOG_APPEND);
    node.put("ts", record.appendedAt());
    node.put("leaderEpoch", record.leaderEpoch());
    ArrayNode headers = node.putArray("headers");
    record.headers().forEach(header -> headers.add(header.name()).add(header.value()));
    put(node, "key", record.key());
    put(node, "payload", record.value());
    return JSON.writeValueAsString(node);
  }

  private static void put(ObjectNode node, String name, byte @Nullable [] bytes) {
    if (bytes == null) {
      node.putNull(name);
      return;
    }
    try {
      node.put(name, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      node.put(name + "64", Base64.getEncoder().encodeToString(bytes));
    }
  }
}
