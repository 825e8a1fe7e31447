package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClientOptions;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The starter's README lists every property, and its default. */
class StarterPageTest {
  private static final String PREFIX = "lockarbiter.client.";
  private static final Pattern DASH = Pattern.compile("-([a-z])");

  @Test
  void properties_areThoseOfTheCodeWithTheirDefaults() throws Exception {
    Map<String, String> written = new TreeMap<>();
    for (List<String> row : MarkdownPage.read("spring-boot-starter/README.md").rows("Properties")) {
      if (row.get(0).startsWith(PREFIX)) {
        written.put(row.get(0), row.get(1));
      }
    }

    assertThat(written).isEqualTo(ofTheCode());
  }

  private static Map<String, String> ofTheCode() throws Exception {
    Map<String, String> properties = new TreeMap<>();
    for (URL metadata :
        StarterPageTest.class
            .getClassLoader()
            .resources("META-INF/spring-configuration-metadata.json")
            .toList()) {
      for (JsonNode property : read(metadata)) {
        String name = property.path("name").asString();
        if (name.startsWith(PREFIX)) {
          JsonNode value = property.path("defaultValue");
          properties.put(name, value.isMissingNode() ? ofTheClient(name) : value.asString());
        }
      }
    }
    return properties;
  }

  private static JsonNode read(URL metadata) throws IOException {
    try (InputStream in = metadata.openStream()) {
      return JsonMapper.shared().readTree(in).path("properties");
    }
  }

  /**
   * Returns the default, which is that of a client without Spring; empty if it depends on the
   * application.
   */
  private static String ofTheClient(String property) throws ReflectiveOperationException {
    String option =
        DASH.matcher(property.substring(PREFIX.length()))
            .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    if (option.equals("kafka") || option.equals("name")) {
      return "";
    }
    Method accessor = LockClientOptions.class.getMethod(option);
    Object value = Objects.requireNonNull(accessor.invoke(LockClientOptions.of(Map.of())));
    if (value instanceof Duration duration) {
      return duration.toMillis() % 1000 == 0
          ? duration.toSeconds() + "s"
          : DurationStyle.SIMPLE.print(duration);
    }
    return value.toString().toLowerCase(Locale.ROOT);
  }
}
