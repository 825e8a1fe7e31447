package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import org.jspecify.annotations.Nullable;

/** Checks of the parameters that requests to the HTTP view share. */
final class Parameter {
  private Parameter() {}

  static String id(String name, String value) {
    String problem = IdRule.problem(value);
    if (problem != null) {
      throw new BadParameterException(name + " " + problem);
    }
    return value;
  }

  static int limit(int value, int most) {
    if (value < 1 || value > most) {
      throw new BadParameterException("limit is not 1 to " + most);
    }
    return value;
  }

  static LockPath path(String name, String value) {
    try {
      return LockPath.of(value);
    } catch (BadPathException e) {
      throw new BadParameterException(name + ": " + e.getMessage());
    }
  }

  static String present(String name, @Nullable String value) {
    if (value == null) {
      throw new BadParameterException(name + " is missing");
    }
    return value;
  }
}
