package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.Vocabulary.Words;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the command of an account, field by field in the order of RULES.md, Order of a decision:
 * the first bad one is answered.
 */
final class AccountCommandReader {
  /** The order in which a bad field is named; unknown fields come last. */
  static final List<String> ORDER =
      List.of(
          "v",
          "type",
          "commandId",
          "account",
          "key",
          "subAccount",
          "session",
          "lockId",
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
          "replyTo",
          "attributes",
          "gone",
          "failed",
          "result",
          "declined",
          "comment");

  /**
   * Fields that were added after the first rules, each with the version of the rules that added it.
   */
  static final Map<String, Integer> FIELDS = Map.of();

  private final byte @Nullable [] key;
  private final JsonObject json;
  private final Words words;
  private final Fields fields;

  private AccountCommandReader(byte @Nullable [] key, JsonObject json, Words words) {
    this.key = key;
    this.json = json;
    this.words = words;
    this.fields =
        Fields.of(words.fields().size() == ORDER.size() ? json : json.only(words.fields()));
  }

  /** Reads the command once for each version of the rules; most commands are the same under all. */
  static DecodedCommand read(byte @Nullable [] key, JsonObject json, Vocabulary vocabulary) {
    Words first = vocabulary.of(Settings.FIRST_RULES);
    DecodedCommand read = new AccountCommandReader(key, json, first).read();
    for (int rules = Settings.FIRST_RULES + 1; rules <= vocabulary.newestRules(); rules++) {
      DecodedCommand next = new AccountCommandReader(key, json, vocabulary.of(rules)).read();
      if (!next.equals(read.under(Reading.allowingAll(rules)))) {
        read = new DecodedCommand.ByRules(rules, next, read);
      }
    }
    return read;
  }

  private DecodedCommand read() {
    String account;
    String commandId;
    try {
      account = address("account");
      commandId = address("commandId");
    } catch (BadFieldException e) {
      return new DecodedCommand.Dead(e.problem() + "; nobody can be answered");
    }
    try {
      AccountCommand command = command(account, commandId);
      DuplicateField duplicate = DuplicateField.first(json, words.fields());
      return duplicate == null
          ? new DecodedCommand.Valid(command)
          : refused(account, commandId, duplicate.name(), duplicate.problem());
    } catch (BadFieldException e) {
      DuplicateField duplicate = DuplicateField.first(json, words.fields());
      return duplicate == null || duplicate.rank() > words.fields().indexOf(e.field())
          ? refused(account, commandId, e.field(), e.problem())
          : refused(account, commandId, duplicate.name(), duplicate.problem());
    }
  }

  private DecodedCommand refused(String account, String commandId, String field, String message) {
    return new DecodedCommand.Refused(
        new Refusal(account, commandId, replyToIfValid(), field, message));
  }

  private @Nullable String replyToIfValid() {
    return json.get("replyTo") instanceof String replyTo
            && IdRule.problem(replyTo) == null
            && !json.duplicates().containsKey("replyTo")
        ? replyTo
        : null;
  }

  /** Reads a field that the answer needs as its address; without it nobody can be answered. */
  private String address(String name) throws BadFieldException {
    String duplicate = json.duplicates().get(name);
    if (duplicate != null) {
      throw fields.bad(name, duplicate);
    }
    return fields.text(name);
  }

  private AccountCommand command(String account, String commandId) throws BadFieldException {
    fields.whole("v", CommandCodec.VERSION, CommandCodec.VERSION, CommandCodec.VERSION);
    CommandType type = fields.choice("type", words.types(), CommandType::text);
    fields.id("commandId");
    fields.id("account");
    checkKey(account);
    Owner owner = owner(type);
    return switch (type) {
      case ACQUIRE -> new AcquireReader(fields, words).read(commandId, account, owner);
      case RENEW -> {
        String lockId = fields.id("lockId");
        Long leaseMs =
            fields.optionalWhole("leaseMs", Settings.MIN_LEASE_MS, Settings.MAX_LEASE_MS);
        String replyTo = fields.optionalId("replyTo");
        String declined = fields.shortText("declined");
        yield new Renew(commandId, account, owner, replyTo, lockId, leaseMs, declined);
      }
      case RELEASE -> {
        String lockId = fields.id("lockId");
        String replyTo = fields.optionalId("replyTo");
        yield new Release(commandId, account, owner, replyTo, lockId, outcome());
      }
      case FORCE_RELEASE -> {
        String lockId = fields.id("lockId");
        String replyTo = fields.optionalId("replyTo");
        yield new ForceRelease(
            commandId, account, owner, replyTo, lockId, fields.shortText("comment"));
      }
      case YIELD -> {
        String lockId = fields.id("lockId");
        Long graceMs = fields.optionalWhole("graceMs", 0, Settings.MAX_GRACE_MS);
        String replyTo = fields.optionalId("replyTo");
        String comment = fields.shortText("comment");
        yield new Yield(commandId, account, owner, replyTo, lockId, graceMs, comment);
      }
      case RELEASE_ALL -> new ReleaseAll(commandId, account, owner, fields.optionalId("replyTo"));
      case KEEP_ALIVE -> {
        long leaseMs = fields.leaseMs();
        yield new KeepAlive(commandId, account, owner, fields.optionalId("replyTo"), leaseMs);
      }
      case TICK, SETTINGS -> throw new IllegalStateException(type + " is of no account");
    };
  }

  /** Reads the owner in whose name the command asks; only a session can be kept alive. */
  private Owner owner(CommandType type) throws BadFieldException {
    String subAccount = fields.id("subAccount");
    return new Owner(
        subAccount,
        type == CommandType.KEEP_ALIVE ? fields.id("session") : fields.optionalId("session"));
  }

  private void checkKey(String account) throws BadFieldException {
    byte[] expected = account.getBytes(UTF_8);
    if (key == null) {
      throw new BadFieldException("key", "key is null, expected the account");
    }
    if (!Arrays.equals(key, expected)) {
      throw new BadFieldException(
          "key",
          "key has %d bytes that differ from the account's %d"
              .formatted(key.length, expected.length));
    }
  }

  private WorkOutcome outcome() throws BadFieldException {
    WorkOutcome outcome =
        new WorkOutcome(fields.flag("gone"), fields.flag("failed"), fields.optionalText("result"));
    String problem = outcome.problem();
    if (problem != null) {
      throw fields.bad("result", problem);
    }
    return outcome;
  }
}
