package io.lockarbiter.console.api;

import io.lockarbiter.console.security.Actor;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of parameters. */
final class Parameter {
  private Parameter() {}

  /** An account that whoever asks may see. */
  static String account(@Nullable String value) {
    String account = id("account", value);
    if (!Actor.current().accounts().allows(account)) {
      throw Refused.forbidden(
          "account is none of those that you may see; who may see it is said in the users file or by the login");
    }
    return account;
  }

  /** All values of a parameter, of which there are not too many. */
  static List<String> all(String name, String @Nullable [] values, int most) {
    if (values != null && values.length > most) {
      throw Refused.bad("%s is given more than %d times".formatted(name, most));
    }
    return values == null ? List.of() : List.of(values);
  }

  static String id(String name, @Nullable String value) {
    if (value == null) {
      throw Refused.bad(name + " is missing");
    }
    String problem = IdRule.problem(value);
    if (problem != null) {
      throw Refused.bad(name + " " + problem);
    }
    return value;
  }

  static int limit(int value, int most) {
    return limit("limit", value, most);
  }

  static int limit(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw Refused.bad("%s is not 1 to %d".formatted(name, most));
    }
    return value;
  }

  static LockPath path(String name, @Nullable String value) {
    if (value == null) {
      throw Refused.bad(name + " is missing");
    }
    try {
      return LockPath.of(value);
    } catch (BadPathException e) {
      throw Refused.bad(name + ": " + e.getMessage());
    }
  }
}
