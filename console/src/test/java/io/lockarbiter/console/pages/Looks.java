package io.lockarbiter.console.pages;

import io.lockarbiter.contracts.testing.Browser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What is wrong with how a page looks, as far as that can be computed; looks.js says how. With
 * {@code -Dlockarbiter.pictures=FOLDER} pictures are left there for people.
 */
final class Looks {
  private final String script = read();

  private static String read() {
    try (InputStream in = Looks.class.getResourceAsStream("looks.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Texts with less contrast than WCAG 2.1 AA asks for. */
  List<String> faint(Browser browser) {
    return call(browser, "faint()");
  }

  /** Texts of which something is out of sight, without an ellipsis and a title. */
  List<String> cut(Browser browser) {
    return call(browser, "cut()");
  }

  /** Elements whose text does not fit. */
  List<String> cutOf(Browser browser, String selector) {
    return call(
        browser,
        "[...document.querySelectorAll('%s')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
            .formatted(selector));
  }

  /** Elements of whose text something is out of sight, an ellipsis or not. */
  List<String> clipped(Browser browser, String selector) {
    return call(
        browser,
        "[...document.querySelectorAll('%s')].filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' || one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).display !== 'inline').map(one => one.textContent)"
            .formatted(selector));
  }

  /** How the ring of what has the focus is out of sight; empty if it is all there. */
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

  /** By how much the page is wider than its window, in pixels. */
  long overflow(Browser browser) {
    return (Long)
        Objects.requireNonNull(
            browser.run(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"));
  }

  /** Leaves a picture where somebody asked for pictures. */
  void picture(Browser browser, String name) {
    String folder = System.getProperty("lockarbiter.pictures");
    if (folder != null) {
      browser.picture(Path.of(folder, name + ".png"));
    }
  }
}
