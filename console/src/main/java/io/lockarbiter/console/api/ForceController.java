package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.console.kafka.ForceReleases;
import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.Consequences;
import io.lockarbiter.console.mirror.LiveLock;
import io.lockarbiter.console.security.Actor;
import io.lockarbiter.console.security.RateLimit;
import io.lockarbiter.console.security.Role;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.VisibleText;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Commands of operators about locks of others: forced releases with a preview, requests to yield,
 * and hand-overs.
 */
@RestController
final class ForceController {
  private static final Logger LOG = LoggerFactory.getLogger(ForceController.class);
  private static final int MOST_NEXT = 100;

  private final AccountMirrors mirrors;
  private final PartitionSettings settings;
  private final AccountPages pages;
  private final ConsoleTopics topics;
  private final ForceReleases releases;
  private final RateLimit limit;
  private final Places places = new Places(4, "forecasts");

  ForceController(
      AccountMirrors mirrors,
      PartitionSettings settings,
      AccountPages pages,
      ConsoleTopics topics,
      ForceReleases releases,
      RateLimit forceLimit) {
    this.mirrors = mirrors;
    this.settings = settings;
    this.pages = pages;
    this.topics = topics;
    this.releases = releases;
    this.limit = forceLimit;
  }

  /**
   * The expected consequences of a forced release.
   *
   * @param freed the lock or request that would end; left out if nothing with that id is held or
   *     waits
   * @param next the locks that would be granted then, the first hundred
   * @param nextInAll how many would be granted
   * @param stillWaiting how many of the requests behind it, directly or behind others, would still
   *     wait
   * @param moreWaiting whether these may be more: not all were compared
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Preview(
      String account,
      String lockId,
      long seq,
      @Nullable LockView freed,
      List<LockView> next,
      int nextInAll,
      int stillWaiting,
      boolean moreWaiting) {}

  @GetMapping("/api/consequences")
  Preview consequences(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(required = false) @Nullable String lockId) {
    String known = ConsoleParameter.account(account);
    String id = Parameter.id("lockId", lockId);
    AccountMirror mirror = mirrors.of(known);
    Settings inForce = settings.of(mirror.partition());
    Consequences found = places.in(() -> Consequences.of(mirror, id, inForce));
    return new Preview(
        known,
        id,
        found.seq(),
        found.freed() == null ? null : LockView.of(found.freed()),
        found.next().stream().limit(MOST_NEXT).map(LockView::of).toList(),
        found.next().size(),
        found.waiting(),
        found.more());
  }

  /** The body of a forced release. */
  record Force(@Nullable String account, @Nullable String lockId, @Nullable String reason) {}

  /**
   * The answer after the command was stored; the decision arrives as an event with this {@code
   * commandId}.
   *
   * @param by the operator's name as it will stand in the event
   */
  record Forced(String account, String lockId, String commandId, String by) {}

  @PostMapping("/api/force")
  ResponseEntity<Forced> force(@RequestBody Force request) {
    return publish(
        request.account(),
        request.lockId(),
        () -> new Text("reason", request.reason()).required(),
        (commandId, account, operator, lockId, reason) ->
            new ForceRelease(commandId, account, operator, null, lockId, reason));
  }

  /**
   * The body of a request to yield.
   *
   * @param graceMs time after which the lock is ended, a whole number of 0 to 600,000 ms of log
   *     time; null = the holder decides. Other JSON types are refused, not converted: an empty text
   *     would be 0, which ends the lock at once
   */
  record Ask(
      @Nullable String account,
      @Nullable String lockId,
      @Nullable String reason,
      @Nullable Object graceMs) {}

  @PostMapping("/api/yield")
  ResponseEntity<Forced> ask(@RequestBody Ask request) {
    Long graceMs = graceMs(request.graceMs());
    return publish(
        request.account(),
        request.lockId(),
        () -> new Text("reason", request.reason()).required(),
        (commandId, account, operator, lockId, reason) ->
            new Yield(commandId, account, operator, null, lockId, graceMs, reason));
  }

  /**
   * The body of a hand-over.
   *
   * @param subAccount the member who has the check-out from then on
   * @param note for whoever is refused because of it, in the place of the present one; null = none
   */
  record HandOver(
      @Nullable String account,
      @Nullable String lockId,
      @Nullable String subAccount,
      @Nullable String note) {}

  @PostMapping("/api/hand-over")
  ResponseEntity<Forced> handOver(@RequestBody HandOver request) {
    String member = Parameter.id("subAccount", request.subAccount());
    return publish(
        request.account(),
        request.lockId(),
        () -> new Text("note", request.note()).optional(),
        (commandId, account, operator, lockId, note) ->
            new Acquire(
                account,
                null,
                checkOut(account, lockId, member).handedTo(commandId, member, note)));
  }

  private LockFields checkOut(String account, String lockId, String member) {
    LiveLock lock = mirrors.of(account).look(mirror -> mirror.lock(lockId));
    if (lock == null || lock.waiting()) {
      throw Refused.unknown("lockId is not held; it may have ended meanwhile. Look at its life");
    }
    if (!lock.fields().isCheckOut()) {
      throw Refused.bad(
          "lockId is no check-out: the process that holds it would lose it, and nobody would go on");
    }
    if (lock.fields().owner().equals(new Owner(member, null))) {
      throw Refused.bad("subAccount has the check-out already");
    }
    return lock.fields();
  }

  private static @Nullable Long graceMs(@Nullable Object given) {
    if (given == null) {
      return null;
    }
    if ((given instanceof Integer || given instanceof Long)
        && ((Number) given).longValue() >= 0
        && ((Number) given).longValue() <= Settings.MAX_GRACE_MS) {
      return ((Number) given).longValue();
    }
    throw Refused.bad("graceMs is not a whole number of 0 to " + Settings.MAX_GRACE_MS);
  }

  /** A command of an operator. */
  private interface OperatorCommand {
    AccountCommand of(
        String commandId, String account, Owner operator, String lockId, @Nullable String text);
  }

  private ResponseEntity<Forced> publish(
      @Nullable String ofAccount,
      @Nullable String ofLock,
      Supplier<@Nullable String> text,
      OperatorCommand command) {
    Actor actor = Actor.current();
    if (!actor.is(Role.OPERATOR)) {
      throw Refused.forbidden(
          "to end a lock of others, ask for it or hand it over takes the role operator");
    }
    String account = ConsoleParameter.account(ofAccount);
    String lockId = Parameter.id("lockId", ofLock);
    String given = text.get();
    String problem = IdRule.problem(actor.name());
    if (problem != null) {
      throw Refused.forbidden("your name cannot stand in the log: it " + problem);
    }
    if (!limit.allows(actor.name())) {
      throw Refused.tooMany(
          "too many forced releases, requests to let go and hand-overs within a minute; see lockarbiter.console.forces-per-minute");
    }
    mustBeLive(account, lockId);
    AccountCommand published =
        command.of(
            UUID.randomUUID().toString(), account, new Owner(actor.name(), null), lockId, given);
    releases.publish(published);
    LOG.info(
        VisibleText.line(
            "%s of lockId=%s in account=%s by=%s commandId=%s was published"
                .formatted(
                    published.type().text(),
                    lockId,
                    account,
                    actor.name(),
                    published.commandId())));
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .body(new Forced(account, lockId, published.commandId(), actor.name()));
  }

  /**
   * Looks for this one lock in Redis, so that an operator can also end locks of an account that is
   * too large to be shown.
   */
  private void mustBeLive(String account, String lockId) {
    int partition = AccountHash.partition(account, topics.partitions());
    Boolean isLive = pages.isLive(partition, account, lockId);
    if (isLive == null) {
      throw PartitionSettings.noState(partition);
    }
    if (!isLive) {
      throw Refused.unknown(
          "nothing of lockId is held or waits there; it may have ended meanwhile. Look at its life");
    }
  }
}
