package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Browser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Finds the flaws of a page's look that can be computed; looks.js does it. With {@code
 * -Dlockarbiter.pictures=FOLDER} it stores pictures for people there.
 */
final class Looks {
  /** The windows of a laptop, of a phone and of a wide screen. */
  static final List<Look> EACH =
      List.of(
          new Look("light", 1280),
          new Look("dark", 1280),
          new Look("light", 400),
          new Look("dark", 400),
          new Look("light", 1800));

  /** A colour scheme, and the width of a window in pixels. */
  record Look(String colours, int width) {}

  private final String script = read();

  private static String read() {
    try (InputStream in = Looks.class.getResourceAsStream("looks.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the texts with less contrast than WCAG 2.1 AA requires. */
  List<String> faint(Browser browser) {
    return call(browser, "faint()");
  }

  /** Returns the texts that are partly hidden, without an ellipsis and a title. */
  List<String> cut(Browser browser) {
    return call(browser, "cut()");
  }

  /** Returns the elements whose text does not fit. */
  List<String> cutOf(Browser browser, String selector) {
    return call(
        browser,
        "[...document.querySelectorAll('%s')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
            .formatted(selector));
  }

  /** Returns the elements whose text is partly hidden, with or without an ellipsis. */
  List<String> clipped(Browser browser, String selector) {
    return call(
        browser,
        "[...document.querySelectorAll('%s')].filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' || one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).display !== 'inline').map(one => one.textContent)"
            .formatted(selector));
  }

  /** Returns the hidden parts of the focus ring; empty if all of it is visible. */
  List<String> ring(Browser browser) {
    return call(
        browser,
        """
        (one => {
          const style = getComputedStyle(one);
          if (style.outlineStyle === 'none') return ['Top', 'Right', 'Bottom', 'Left'].filter(side => parseFloat(style['border' + side + 'Width']) < 2 || style['border' + side + 'Color'] === 'rgba(0, 0, 0, 0)');
          const box = one.getBoundingClientRect(), by = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
          return box.left - by >= -.5 && box.top - by >= -.5 && box.right + by <= innerWidth + .5 && box.bottom + by <= innerHeight + .5 ? [] : [one.className + ' ' + style.outlineOffset];
        })(document.activeElement)""");
  }

  private List<String> call(Browser browser, String call) {
    return ((List<?>) Objects.requireNonNull(browser.run(script + "\nreturn " + call + ";")))
        .stream().map(String::valueOf).toList();
  }

  /** Returns by how many pixels the page is wider than its window. */
  long overflow(Browser browser) {
    return (Long)
        Objects.requireNonNull(
            browser.run(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"));
  }

  /** Asserts that what is visible can be read and is cut nowhere; stores a picture of it. */
  void check(Browser browser, String name) {
    picture(browser, name);
    assertThat(faint(browser)).as("too little contrast: " + name).isEmpty();
    assertThat(cut(browser)).as("cut off: " + name).isEmpty();
    assertThat(overflow(browser)).as("wider than the window: " + name).isNotPositive();
  }

  /** Stores a picture if pictures were asked for. */
  void picture(Browser browser, String name) {
    String folder = System.getProperty("lockarbiter.pictures");
    if (folder != null) {
      browser.picture(Path.of(folder, name + ".png"));
    }
  }
}
