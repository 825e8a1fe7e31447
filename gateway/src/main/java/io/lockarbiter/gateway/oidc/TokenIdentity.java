package io.lockarbiter.gateway.oidc;

import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/** Makes the sender of a token that counts: his name, and the claims that rules may name. */
final class TokenIdentity {
  private static final int MOST_VALUES = 500;

  private final ProviderOptions options;

  TokenIdentity(ProviderOptions options) {
    this.options = options;
  }

  Identity of(Jwt token) {
    Object subject = token.getClaims().get(options.subjectClaim());
    Instant end = token.getExpiresAt();
    if (end == null
        || !(subject instanceof String name)
        || name.isBlank()
        || !IdRule.isEncodable(name)) {
      throw new TokenRefusedException(
          "it has no text in the claim %s".formatted(options.subjectClaim()), false);
    }
    return Identity.ofToken(
        Subject.ofToken(options.name(), name), claims(token), end.plus(options.clockSkew()));
  }

  private Map<String, List<String>> claims(Jwt token) {
    Map<String, List<String>> claims = new HashMap<>();
    for (String name : options.claims()) {
      List<String> values = values(token.getClaims().get(name));
      if (values.size() > MOST_VALUES) {
        throw new TokenRefusedException(
            "its claim %s has more than %d values".formatted(name, MOST_VALUES), false);
      }
      claims.put(name, values);
    }
    return Map.copyOf(claims);
  }

  private static List<String> values(@Nullable Object claim) {
    List<String> values = new ArrayList<>();
    if (claim instanceof Collection<?> several) {
      several.forEach(each -> add(values, each));
    } else {
      add(values, claim);
    }
    return List.copyOf(values);
  }

  /** Objects, fractions and null are no values. */
  private static void add(List<String> values, @Nullable Object value) {
    if (value instanceof String text && !text.isEmpty() && IdRule.isEncodable(text)) {
      values.add(text);
    } else if (value instanceof Boolean || value instanceof Long || value instanceof Integer) {
      values.add(value.toString());
    }
  }
}
