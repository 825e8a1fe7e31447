package io.lockarbiter.cli.locks;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A check-out or a freeze as the arbiter's view of locks shows it, with the names of the view;
 * times are log times, epoch ms.
 *
 * @param path null if its operation names targets only
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record ListedLock(
    String lockId,
    String subAccount,
    @Nullable String session,
    String operation,
    @Nullable String path,
    List<TargetPath> targets,
    long leaseMs,
    @Nullable Map<String, String> attributes,
    long token,
    long grantedAt,
    long expiresAt) {
  /** A path that is protected. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record TargetPath(String path, String mode) {}

  /** A lock, without targets if the view names none. */
  ListedLock {
    targets = Objects.requireNonNullElse(targets, List.of());
  }

  /** Its member, with the session if it has one. */
  String who() {
    return who(new Owner(subAccount, session));
  }

  /** A member, with the session if there is one. */
  static String who(Owner owner) {
    String session = owner.session();
    return session == null ? owner.subAccount() : owner.subAccount() + "/" + session;
  }

  /** Its first path, and how many more there are. */
  String where() {
    String first = targets.get(0).path();
    return targets.size() == 1 ? first : first + " +" + (targets.size() - 1);
  }

  /** Its note; empty if it has none. */
  String note() {
    return Objects.requireNonNullElse(presentNote(), "");
  }

  /** Its note; null if it has none. */
  @JsonIgnore
  @Nullable String presentNote() {
    return attributes == null ? null : attributes.get(LockFields.NOTE);
  }
}
