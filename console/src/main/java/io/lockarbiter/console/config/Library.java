package io.lockarbiter.console.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Script libraries that come as jars. */
enum Library {
  LIT_HTML("lit-html"),
  D3("d3"),
  CHART_JS("chart.js");

  private final String artifact;

  Library(String artifact) {
    this.artifact = artifact;
  }

  String artifact() {
    return artifact;
  }

  /** Returns the folder of its files on the class path. */
  String location() {
    return "classpath:/META-INF/resources/webjars/%s/%s/".formatted(artifact, version());
  }

  private String version() {
    String file = "/META-INF/maven/org.webjars.npm/%s/pom.properties".formatted(artifact);
    try (InputStream in = Library.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            file + " is not on the class path; the build is incomplete");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
