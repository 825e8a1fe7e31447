package io.lockarbiter.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page in one file: template, styles, a library and scripts, all inlined. Its policy allows only
 * these scripts and no network. Its data are JSON without any character that could end the element
 * around them.
 *
 * @param template the name of a resource, which begins with a slash like all names here, with the
 *     places {@code {{policy}}}, {@code {{style}}}, {@code {{data}}} and {@code {{scripts}}}, each
 *     once and in this order
 * @param styles the names of resources
 * @param scripts the page's own scripts in their order; they share one scope
 */
public record HtmlPage(String template, List<String> styles, Webjar library, List<String> scripts) {
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .characterEscapes(new MarkupEscapes())
                  .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                  .build())
          .changeDefaultPropertyInclusion(value -> value.withValueInclusion(Include.NON_NULL))
          .build();

  /** Writes the page with its data. */
  public void write(Path file, Consumer<JsonGenerator> data) throws IOException {
    List<String> inlined = List.of(library.text(), "\"use strict\";\n" + joined(scripts));
    String page =
        Resource.text(template)
            .replace("{{policy}}", policy(inlined))
            .replace("{{style}}", joined(styles))
            .replace(
                "{{scripts}}",
                inlined.stream()
                    .map(script -> "<script>" + script + "</script>")
                    .collect(Collectors.joining("\n")));
    String[] halves = page.split("\\{\\{data}}", 2);
    // This writer replaces half a surrogate pair; a writer that Jackson makes itself would fail.
    try (Writer out =
        new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(file), UTF_8))) {
      out.write(halves[0]);
      try (JsonGenerator json = JSON.createGenerator(out)) {
        data.accept(json);
      }
      out.write(halves[1]);
    }
  }

  private static String joined(List<String> names) {
    return names.stream().map(Resource::text).collect(Collectors.joining("\n"));
  }

  private static String policy(List<String> scripts) {
    String hashes =
        scripts.stream()
            .map(script -> "'sha256-" + digest(script) + "'")
            .collect(Collectors.joining(" "));
    return "default-src 'none'; script-src %s; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        .formatted(hashes);
  }

  private static String digest(String script) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
