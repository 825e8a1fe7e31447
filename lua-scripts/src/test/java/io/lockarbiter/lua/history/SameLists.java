package io.lockarbiter.lua.history;

import java.util.List;
import org.opentest4j.AssertionFailedError;

/** Compares long lists and shows only the first place where they differ. */
final class SameLists {
  private SameLists() {}

  static void check(String what, List<?> expected, List<?> actual) {
    int shared = Math.min(expected.size(), actual.size());
    int at = 0;
    while (at < shared && expected.get(at).equals(actual.get(at))) {
      at++;
    }
    if (at == expected.size() && at == actual.size()) {
      return;
    }
    String expectedHere = at < expected.size() ? expected.get(at).toString() : "nothing";
    String actualHere = at < actual.size() ? actual.get(at).toString() : "nothing";
    throw new AssertionFailedError(
        "%s %d of %d%nexpected: %s%n but was: %s"
            .formatted(what, at + 1, expected.size(), expectedHere, actualHere),
        expectedHere,
        actualHere);
  }
}
