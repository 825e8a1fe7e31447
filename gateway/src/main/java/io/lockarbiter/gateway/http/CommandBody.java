package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a command of a body. The body has the fields of WIRE.md that are the caller's to choose;
 * the gateway adds the rest, and the contract's own reader checks all of it.
 */
final class CommandBody {
  /** The fields that a body may have. */
  static final Map<CommandType, List<String>> FIELDS =
      Map.of(
          CommandType.ACQUIRE,
          List.of(
              "operation",
              "path",
              "destination",
              "targets",
              "holding",
              "replaces",
              "existing",
              "bound",
              "leaseMs",
              "keepMs",
              "waitMs",
              "maxHoldMs",
              "graceMs",
              "attributes",
              "comment"),
          CommandType.RENEW,
          List.of("leaseMs", "declined"),
          CommandType.RELEASE,
          List.of("gone", "failed", "result"),
          CommandType.YIELD,
          List.of("graceMs", "comment"),
          CommandType.FORCE_RELEASE,
          List.of("comment"),
          CommandType.KEEP_ALIVE,
          List.of("leaseMs"));

  private final JsonMapper json;

  CommandBody() {
    json = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  }

  /**
   * Reads a body; an empty one has no fields.
   *
   * @throws Refused if it is no JSON object, or has a field that the command does not have here
   */
  ObjectNode read(CommandType type, byte[] body) {
    if (body.length == 0) {
      return json.createObjectNode();
    }
    JsonNode read;
    try {
      read = json.readTree(body);
    } catch (JacksonException e) {
      throw Refused.bad("the body is not valid JSON, or has a field twice: %s".formatted(where(e)));
    }
    if (!(read instanceof ObjectNode object)) {
      throw Refused.bad("the body is no JSON object");
    }
    List<String> known = FIELDS.getOrDefault(type, List.of());
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        throw Refused.bad(
            "the body has a field that is not known here; known are %s. Account, owner and ids are told by the address and the headers"
                .formatted(known));
      }
    }
    return object;
  }

  private static String where(JacksonException e) {
    return e.getLocation() == null
        ? "it ends too early"
        : "line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  /** The address of a command: everything that the body does not say. */
  record Address(
      String commandId,
      String account,
      Owner owner,
      String replyTo,
      @Nullable String lockId,
      String subject) {}

  /**
   * The command of a body that was read.
   *
   * @throws Refused with the contract's field and message if it is invalid
   */
  AccountCommand command(CommandType type, Address address, ObjectNode fields) {
    ObjectNode all = json.createObjectNode();
    all.put("type", type.text());
    all.put("commandId", address.commandId());
    all.put("account", address.account());
    all.put("subAccount", address.owner().subAccount());
    all.put("session", address.owner().session());
    all.put("lockId", address.lockId());
    all.put("replyTo", address.replyTo());
    all.setAll(fields);
    if (type == CommandType.ACQUIRE) {
      addSubject(all, address.subject());
    }
    byte[] value = json.writeValueAsBytes(all);
    return decoded(CommandCodec.decode(address.account().getBytes(UTF_8), value));
  }

  /** Tells in the lock's attributes who asks; a body that says so itself would lie. */
  private static void addSubject(ObjectNode all, String subject) {
    JsonNode given = all.get("attributes");
    if (given == null || given.isNull()) {
      all.putObject("attributes").put(LockFields.SUBJECT, subject);
    } else if (given instanceof ObjectNode attributes) {
      if (attributes.has(LockFields.SUBJECT)) {
        throw Refused.bad(
            "the attribute subject is given, but it is the gateway's: it tells whose key was used");
      }
      attributes.put(LockFields.SUBJECT, subject);
    }
  }

  private static AccountCommand decoded(DecodedCommand decoded) {
    if (decoded instanceof DecodedCommand.ByRules rules) {
      return decoded(rules.newer());
    }
    if (decoded instanceof DecodedCommand.Valid valid
        && valid.command() instanceof AccountCommand command) {
      return command;
    }
    if (decoded instanceof DecodedCommand.Refused refused) {
      throw invalid(refused.refusal());
    }
    throw Refused.bad(
        decoded instanceof DecodedCommand.Dead dead ? dead.why() : "this is no command");
  }

  private static Refused invalid(Refusal refusal) {
    ObjectNode more = JsonMapper.shared().createObjectNode();
    more.put("field", refusal.field());
    return new Refused(
        HttpStatus.BAD_REQUEST, "INVALID", fieldHere(refusal) + refusal.message(), more, null);
  }

  /** Names of the wire that stand elsewhere over HTTP. */
  private static String fieldHere(Refusal refusal) {
    return switch (refusal.field()) {
      case "commandId" -> "Idempotency-Key: ";
      case "session" -> "Session: ";
      case "subAccount" -> "Sub-Account: ";
      default -> "";
    };
  }
}
