package io.lockarbiter.service.view;

import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hypothetical request, read from the parameters of an explanation.
 *
 * @param owner the owner that would ask; null = none in particular
 */
public record SupposedRequest(@Nullable Owner owner, Operation operation, List<Target> targets) {
  private static final String OFFERED =
      Operation.known().stream()
          .filter(operation -> !operation.hasExplicitTargets())
          .map(Operation::name)
          .collect(Collectors.joining(", "));

  /**
   * Reads the parameters; refuses those that a command would be refused for.
   *
   * @param reading that of the account's partition
   */
  public static SupposedRequest of(
      Reading reading,
      @Nullable String path,
      @Nullable String operation,
      @Nullable String destination,
      @Nullable String subAccount,
      @Nullable String session) {
    Operation wanted = operation(Parameter.present("operation", operation));
    LockPath from = path(reading, "path", path);
    LockPath to = destination(reading, wanted, from, destination);
    return new SupposedRequest(owner(subAccount, session), wanted, wanted.targets(from, to));
  }

  private static Operation operation(String name) {
    for (Operation operation : Operation.known()) {
      if (operation.name().equals(name)) {
        return offered(operation);
      }
    }
    throw new BadParameterException(
        "operation=" + name + " is unknown, expected one of " + OFFERED);
  }

  private static Operation offered(Operation operation) {
    if (operation.hasExplicitTargets()) {
      throw new BadParameterException(
          "operation=%s names its targets itself, which is not offered here, expected one of %s"
              .formatted(operation, OFFERED));
    }
    return operation;
  }

  private static LockPath path(Reading reading, String name, @Nullable String value) {
    LockPath path = Parameter.path(name, value);
    try {
      return reading.ofRequest(path);
    } catch (BadPathException e) {
      throw new BadParameterException(name + ": " + e.getMessage());
    }
  }

  private static @Nullable LockPath destination(
      Reading reading, Operation operation, LockPath path, @Nullable String destination) {
    if (!operation.hasDestination()) {
      if (destination != null) {
        throw new BadParameterException(
            "destination is given, but operation " + operation + " has none");
      }
      return null;
    }
    if (destination == null) {
      throw new BadParameterException(
          "destination is missing, operation " + operation + " has one");
    }
    LockPath to = path(reading, "destination", destination);
    String problem = operation.problem(path, to);
    if (problem != null) {
      throw new BadParameterException("destination " + problem);
    }
    return to;
  }

  private static @Nullable Owner owner(@Nullable String subAccount, @Nullable String session) {
    if (subAccount == null) {
      if (session != null) {
        throw new BadParameterException("session is given without subAccount");
      }
      return null;
    }
    return new Owner(
        Parameter.id("subAccount", subAccount),
        session == null ? null : Parameter.id("session", session));
  }

  /** The request for people: {@code MOVE /a to /b}. */
  @Override
  public String toString() {
    return operation
        + " "
        + targets.stream()
            .map(target -> target.path().toString())
            .collect(Collectors.joining(" to "));
  }
}
