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
 * @param usersFile who may log in by a password; nobody if not set
 * @param localRole what whoever reaches it may do, where nobody can log in
 * @param allowedHosts names that requests may give as {@code Host}
 * @param streams readers of the event stream at a time
 * @param streamsPerReader of these, of one who is logged in; of one address where nobody logs in
 * @param ringEvents latest events kept in memory, of all partitions together
 * @param ringBytes bytes of these
 * @param lookBack how far back events are read at the start
 * @param mirrorBytes of the heap that all accounts that are looked at may take
 * @param loginsPerMinute tries to log in from one address
 * @param forcesPerMinute forced releases of one operator
 * @param timeout longest wait for an answer of Kafka
 * @param oidc what the claims of an identity mean
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

  /** Checks the values. */
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
   * Claims.
   *
   * @param rolesClaim where roles stand
   * @param viewer a viewer's value of it
   * @param operator an operator's
   * @param accountsClaim where patterns of accounts stand; every account may be seen if not set
   * @param nameClaim how the log names him
   */
  public record OidcProperties(
      @DefaultValue("roles") String rolesClaim,
      @DefaultValue("viewer") String viewer,
      @DefaultValue("operator") String operator,
      @Nullable String accountsClaim,
      @DefaultValue("sub") String nameClaim) {}
}
