package io.lockarbiter.console.api;

import io.lockarbiter.console.security.Actor;
import io.lockarbiter.service.view.BadParameterException;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of parameters that only the console has. */
final class ConsoleParameter {
  private ConsoleParameter() {}

  /** Returns the account, if the caller may see it. */
  static String account(@Nullable String value) {
    String account = Parameter.id("account", value);
    if (!Actor.current().accounts().allows(account)) {
      throw Refused.forbidden(
          "account is none of those that you may see; who may see it is said in the users file or by the login");
    }
    return account;
  }

  /** Returns all values of a parameter; too many are refused. */
  static List<String> all(String name, String @Nullable [] values, int most) {
    if (values != null && values.length > most) {
      throw new BadParameterException("%s is given more than %d times".formatted(name, most));
    }
    return values == null ? List.of() : List.of(values);
  }
}
