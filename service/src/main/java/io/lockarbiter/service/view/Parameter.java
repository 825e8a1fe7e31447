package io.lockarbiter.service.view;

import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the parameters of HTTP requests; each throws {@link BadParameterException} with the
 * parameter's name.
 */
public final class Parameter {
  private Parameter() {}

  /** A parameter that is required. */
  public static String present(String name, @Nullable String value) {
    if (value == null) {
      throw new BadParameterException(name + " is missing");
    }
    return value;
  }

  /** An account, sub-account, session or lock id, which is required. */
  public static String id(String name, @Nullable String value) {
    String id = present(name, value);
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw new BadParameterException(name + " " + problem);
    }
    return id;
  }

  /** The number of entries asked for, from the parameter {@code limit}. */
  public static int limit(int value, int most) {
    return limit("limit", value, most);
  }

  /** The number of entries asked for: 1 to {@code most}. */
  public static int limit(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new BadParameterException("%s is not 1 to %d".formatted(name, most));
    }
    return value;
  }

  /** A path, which is required. */
  public static LockPath path(String name, @Nullable String value) {
    try {
      return LockPath.of(present(name, value));
    } catch (BadPathException e) {
      throw new BadParameterException(name + ": " + e.getMessage());
    }
  }
}
