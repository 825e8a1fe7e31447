package io.lockarbiter.cli.audit;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * A script library in a jar from npm.
 *
 * @param name the name in the npm registry
 * @param script the file to run
 * @param licence the file with the licence, which must be shipped along
 */
public record Webjar(String name, String script, String licence) {
  /** The library for scales, zoom and brush. */
  public static final Webjar D3 = new Webjar("d3", "dist/d3.min.js", "LICENSE");

  /** The library for charts. */
  public static final Webjar CHART_JS =
      new Webjar("chart.js", "dist/chart.umd.min.js", "LICENSE.md");

  /**
   * The script with its licence, and without the reference to a source map, which is not shipped.
   */
  public String text() {
    return "/*! %s %s\n%s*/\n%s"
        .formatted(
            name,
            version(),
            file(licence),
            file(script).replaceAll("(?m)^//# sourceMappingURL=.*$", ""));
  }

  private String file(String path) {
    return Resource.text("/META-INF/resources/webjars/%s/%s/%s".formatted(name, version(), path));
  }

  private String version() {
    Properties properties = new Properties();
    try {
      properties.load(
          new StringReader(
              Resource.text("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
