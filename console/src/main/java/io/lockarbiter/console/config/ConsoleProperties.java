package io.lockarbiter.console.config;

import io.lockarbiter.console.security.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the console alone.
 *
 * @param usersFile users who log in with a password; nobody does if not set
 * @param localRole role of every caller if no login is configured
 * @param allowedHosts names that requests may give as {@code Host}
 * @param streams most event streams at a time
 * @param streamsPerReader most of these for one login; for one address if no login is configured
 * @param ringEvents latest events kept in memory, of all partitions together
 * @param ringBytes most bytes of these
 * @param lookBack how far back events are read at the start
 * @param mirrorBytes most heap for all accounts in memory
 * @param loginsPerMinute attempts to log in from one address
 * @param forcesPerMinute forced releases of one operator
 * @param timeout longest wait for an answer of Kafka
 * @param oidc the meaning of the claims of an identity
 */
@ConfigurationProperties("lockarbiter.console")
public record ConsoleProperties(
    @Nullable Path usersFile,
    @DefaultValue("viewer") Role localRole,
    @DefaultValue List<String> allowedHosts,
    @DefaultValue("64") int streams,
    @DefaultValue("32") int streamsPerReader,
    @DefaultValue("200000") int ringEvents,
    @DefaultValue("134217728") long ringBytes,
    @DefaultValue("11m") Duration lookBack,
    @DefaultValue("268435456") long mirrorBytes,
    @DefaultValue("10") int loginsPerMinute,
    @DefaultValue("30") int forcesPerMinute,
    @DefaultValue("5s") Duration timeout,
    @DefaultValue OidcProperties oidc) {

  public ConsoleProperties {
    atLeastOne("streams", streams);
    atLeastOne("streams-per-reader", streamsPerReader);
    atLeastOne("ring-events", ringEvents);
    atLeastOne("ring-bytes", ringBytes);
    atLeastOne("mirror-bytes", mirrorBytes);
    atLeastOne("logins-per-minute", loginsPerMinute);
    atLeastOne("forces-per-minute", forcesPerMinute);
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "lockarbiter.console.%s=%d, expected at least 1".formatted(name, value));
    }
  }

  /**
   * The meaning of claims.
   *
   * @param rolesClaim claim with the roles
   * @param viewer its value for a viewer
   * @param operator its value for an operator
   * @param accountsClaim claim with patterns of accounts; every account may be seen if not set
   * @param nameClaim claim with the name that the log shows
   */
  public record OidcProperties(
      @DefaultValue("roles") String rolesClaim,
      @DefaultValue("viewer") String viewer,
      @DefaultValue("operator") String operator,
      @Nullable String accountsClaim,
      @DefaultValue("sub") String nameClaim) {}
}
