package io.lockarbiter.webdav;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes answers to Git LFS. */
final class LfsJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator json;

  private LfsJson(JsonGenerator json) {
    this.json = json;
  }

  /**
   * A lock as Git LFS shows it.
   *
   * @param lockedAt epoch ms
   */
  record Shown(String id, String path, long lockedAt, String owner) {}

  /** Answers with an object. */
  static void answer(HttpServletResponse response, int status, Consumer<LfsJson> members)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      members.accept(new LfsJson(json));
      json.writeEndObject();
    }
    response.setStatus(status);
    response.setContentType("application/vnd.git-lfs+json");
    response.setCharacterEncoding("UTF-8");
    response.getWriter().write(text.toString());
  }

  /** Answers with a message. */
  static void refuse(HttpServletResponse response, int status, String message) throws IOException {
    answer(response, status, json -> json.text("message", message));
  }

  /** Answers with what is wrong, and says when to come again if that passes with time. */
  static void refuse(HttpServletResponse response, int status, Exception e) throws IOException {
    if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", Long.toString(RefusedException.retryAfterSeconds(e)));
    }
    refuse(response, status, String.valueOf(e.getMessage()));
  }

  void text(String name, String value) {
    json.writeStringProperty(name, value);
  }

  void textIfAny(String name, @Nullable String value) {
    if (value != null) {
      text(name, value);
    }
  }

  void lock(String name, Shown lock) {
    json.writeName(name);
    write(lock);
  }

  void locks(String name, List<Shown> locks) {
    json.writeName(name);
    json.writeStartArray();
    locks.forEach(this::write);
    json.writeEndArray();
  }

  private void write(Shown lock) {
    json.writeStartObject();
    text("id", lock.id());
    text("path", lock.path());
    text(
        "locked_at",
        Instant.ofEpochMilli(lock.lockedAt()).truncatedTo(ChronoUnit.SECONDS).toString());
    json.writeName("owner");
    json.writeStartObject();
    text("name", lock.owner());
    json.writeEndObject();
    json.writeEndObject();
  }
}
