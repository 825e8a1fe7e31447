package io.lockarbiter.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The settings that arbiter, console and gateway have, and those of Spring Boot. */
final class KnownSettings {
  private final Set<String> names = new HashSet<>();
  private final Set<String> maps = new HashSet<>();

  private KnownSettings() {}

  /** Reads the descriptions that each jar has of its settings. */
  static KnownSettings ofTheClassPath() throws IOException {
    KnownSettings known = new KnownSettings();
    // The console binds these by their names, without a description: console/README.md.
    known.maps.add(letters("spring.security.oauth2.client.registration."));
    known.maps.add(letters("spring.security.oauth2.client.provider."));
    ClassLoader loader = KnownSettings.class.getClassLoader();
    for (URL description :
        Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
      for (JsonNode property : new ObjectMapper().readTree(description).at("/properties")) {
        String name = letters(property.at("/name").asText());
        if (property.at("/type").asText().startsWith("java.util.Map")) {
          known.maps.add(name);
        } else {
          known.names.add(name);
        }
      }
    }
    return known;
  }

  /** Says whether a setting or a variable of the environment is known. */
  boolean contains(String setting) {
    String letters = letters(setting);
    return names.contains(letters) || maps.stream().anyMatch(letters::startsWith);
  }

  /** Returns the letters that Spring Boot compares. */
  private static String letters(String name) {
    return name.replaceAll("[._-]", "").toLowerCase(Locale.ROOT);
  }
}
