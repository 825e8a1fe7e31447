package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Random events of every shape. */
public final class RandomEvents {
  private final Random random;
  private boolean isWithoutCase;
  private final RandomCommands commands;

  public RandomEvents(Random random) {
    this.random = random;
    this.commands = new RandomCommands(random);
  }

  public Event next() {
    EventHead head =
        new EventHead(
            1 + number(),
            number(),
            RandomTexts.id(random),
            RandomTexts.id(random),
            new Cause(random.nextInt(Integer.MAX_VALUE), number()));
    boolean repeated = random.nextBoolean();
    isWithoutCase = random.nextInt(4) == 0;
    return switch (random.nextInt(9)) {
      case 0 ->
          new Granted(
              head,
              lock(),
              token(),
              number(),
              number(),
              cut(),
              commands.maybe(this::number),
              repeated);
      case 1 ->
          new Queued(
              head,
              lock(),
              1 + random.nextInt(1000),
              number(),
              number(),
              blockers(),
              random.nextBoolean(),
              repeated);
      case 2 ->
          new Renewed(
              head,
              lock(),
              token(),
              number(),
              number(),
              number(),
              cut(),
              commands.maybe(this::number),
              commands.maybe(() -> RandomTexts.comment(random)));
      case 4 ->
          new YieldRequested(
              head,
              lock(),
              token(),
              number(),
              number(),
              number(),
              RandomTexts.id(random),
              commands.maybe(() -> RandomTexts.id(random)),
              commands.maybe(() -> RandomTexts.comment(random)),
              commands.maybe(() -> (long) random.nextInt(600_001)),
              commands.maybe(this::number));
      case 5 ->
          new Told(
              head,
              lock(),
              token(),
              number(),
              number(),
              number(),
              commands.maybe(() -> 1 + number()),
              commands.maybe(this::number));
      case 6 -> {
        int released = random.nextInt(1_001);
        yield new ReleasedAll(
            head, commands.owner(), released, random.nextInt(1_001), random.nextBoolean());
      }
      case 7 -> keptAlive(head);
      case 3 -> released(head, repeated);
      default -> rejected(head, repeated);
    };
  }

  private Event keptAlive(EventHead head) {
    return new KeptAlive(
        head,
        commands.ownerWithSession(),
        commands.leaseMs(),
        number(),
        number(),
        commands.maybe(() -> 1 + number()));
  }

  private Event released(EventHead head, boolean repeated) {
    ReleaseReason reason = commands.oneOf(ReleaseReason.known());
    return new Released(
        head,
        random.nextBoolean() ? lock() : ref(),
        reason,
        reason.name(),
        commands.maybe(this::token),
        commands.maybe(this::number),
        commands.maybe(() -> RandomTexts.id(random)),
        commands.maybe(() -> RandomTexts.comment(random)),
        commands.maybe(commands::replaces),
        commands.outcome(),
        repeated);
  }

  private Event rejected(EventHead head, boolean repeated) {
    RejectReason reason = commands.oneOf(RejectReason.known());
    boolean understood = reason != RejectReason.INVALID;
    Subject subject = understood ? (random.nextBoolean() ? lock() : ref()) : null;
    isWithoutCase = isWithoutCase && subject instanceof LockFields;
    String field = RandomTexts.id(random);
    LockPath movedTo = commands.maybe(this::path);
    return new Rejected(
            head,
            subject,
            reason,
            RandomTexts.comment(random),
            understood ? commands.maybe(() -> field) : field,
            null,
            blockers(),
            random.nextBoolean(),
            commands.maybe(this::number),
            commands.maybe(() -> random.nextInt(64)),
            commands.holding(),
            false,
            movedTo,
            repeated)
        .asOf(movedTo == null ? null : commands.maybe(() -> 1L + random.nextInt(1_000)));
  }

  LockFields lock() {
    while (true) {
      Command command = commands.next();
      if (command instanceof Acquire acquire
          && (isWithoutCase ? withoutCase(acquire) : acquire) instanceof Acquire asked) {
        return asked.fields();
      }
    }
  }

  private static @Nullable Command withoutCase(Acquire acquire) {
    Reading reading = new Reading(Settings.NEWEST_RULES, true, false, false);
    return new Valid(acquire).under(reading) instanceof Valid valid ? valid.command() : null;
  }

  private LockRef ref() {
    return new LockRef(RandomTexts.id(random), commands.owner());
  }

  private List<Blocker> blockers() {
    return Stream.generate(this::blocker).limit(Math.max(0, random.nextInt(10) - 4)).toList();
  }

  private LockPath path() {
    LockPath path = commands.target().path();
    return isWithoutCase ? path.withoutCase() : path;
  }

  private Blocker blocker() {
    Target target = commands.target();
    return new Blocker(
        RandomTexts.id(random),
        commands.owner(),
        commands.oneOf(Operation.known()),
        isWithoutCase ? target.path().withoutCase() : target.path(),
        false,
        target.mode(),
        commands.maybe(this::number),
        commands.oneOf(Relation.known()),
        random.nextBoolean(),
        commands.maybe(() -> RandomTexts.id(random)));
  }

  private Cut cut() {
    return new Cut(commands.maybe(() -> 1 + number()), commands.maybe(() -> 1 + number()));
  }

  private long token() {
    return 1 + number();
  }

  /** A number of any length, up to the largest whole number that every JSON reader keeps exact. */
  private long number() {
    return random.nextLong(1L << (1 + random.nextInt(53)));
  }
}
