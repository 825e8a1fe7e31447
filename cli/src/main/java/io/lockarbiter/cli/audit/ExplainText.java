package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.model.SessionEnds;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Asked;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.QueuedRequest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of a path at a moment in sentences, for a support ticket. */
final class ExplainText {
  private static final int MAX_WAITING = 1_000;
  private static final String INDENT = "    ";

  private final HistoryState state;
  private final long at;
  private final SessionEnds ends;
  private final List<String> lines = new ArrayList<>();

  private ExplainText(HistoryState state, Moment moment) {
    this.state = state;
    long logTime = state.state().header().at();
    boolean later = !moment.isOffset() && moment != Moment.END && moment.value() > logTime;
    this.at = later ? moment.value() : logTime;
    this.ends = new SessionEnds(state.state());
  }

  static List<String> of(HistoryState state, String account, LockPath path, Moment moment) {
    ExplainText text = new ExplainText(state, moment);
    text.head(account, path, moment);
    text.held(account, path);
    text.waiting(account, path);
    return text.lines;
  }

  private void head(String account, LockPath path, Moment moment) {
    PartitionHeader header = state.state().header();
    lines.add(
        "Account %s, path %s%s"
            .formatted(account, path, moment == Moment.END ? "" : ", as of " + moment));
    if (state.isUntouched()) {
      lines.add("No command of partition %d lies before.".formatted(state.partition()));
      return;
    }
    lines.add(
        "Log time %s, after the command at offset=%d of partition %d; all times UTC."
            .formatted(Words.time(header.at()), header.appliedOffset(), state.partition()));
  }

  private void held(String account, LockPath path) {
    Map<Relation, List<String>> found = new EnumMap<>(Relation.class);
    for (Relation relation : Relation.known()) {
      found.put(relation, new ArrayList<>());
    }
    for (HeldLock lock : state.state().held()) {
      Relation relation = lock.account().equals(account) ? relation(path, lock.fields()) : null;
      List<String> sentences = relation == null ? null : found.get(relation);
      if (sentences != null) {
        sentences.add(sentence(lock));
      }
    }
    section("Held at " + path, found.getOrDefault(Relation.SAME, List.of()));
    section("Held above it", found.getOrDefault(Relation.ANCESTOR, List.of()));
    section("Held below it", found.getOrDefault(Relation.DESCENDANT, List.of()));
  }

  private String sentence(HeldLock lock) {
    long until = ends.until(lock);
    String what = until < lock.expiresAt() ? "its session" : "its lease";
    String lease =
        until <= at
            ? "%s was over at %s".formatted(what, Words.time(until))
            : "%s ran until %s, %s more"
                .formatted(what, Words.time(until), Words.length(until - at));
    String waited = lock.waitedMs() == 0 ? "" : ", after waiting " + Words.length(lock.waitedMs());
    LockRef replaced = lock.fields().replaces();
    return "%s held %s since %s, for %s%s%s; %s%s%s. Token %d, lockId %s."
        .formatted(
            Words.owner(lock.fields().owner()),
            Words.request(lock.fields()),
            Words.time(lock.grantedAt()),
            Words.length(at - lock.grantedAt()),
            waited,
            replaced == null ? "" : ", in the place of " + Words.ref(replaced),
            lease,
            Words.note(lock.fields()),
            asked(lock),
            lock.token(),
            lock.fields().lockId());
  }

  /** The last request to let go; who it was and why is known if its event is. */
  private String asked(HeldLock lock) {
    Asked asked = lock.asked();
    if (asked == null) {
      return "";
    }
    YieldRequested told = state.askings().get(new LockKey(lock.account(), lock.fields().lockId()));
    return "; asked to let go at %s%s%s%s"
        .formatted(
            Words.time(asked.at()),
            told == null ? "" : " by " + Words.owner(new Owner(told.by(), told.bySession())),
            asked.endsAt() == null
                ? ""
                : ", ends at %s as %s asked".formatted(Words.time(asked.endsAt()), asked.endsBy()),
            told == null || told.comment() == null ? "" : ", comment: " + told.comment());
  }

  private void waiting(String account, LockPath path) {
    List<String> sentences = new ArrayList<>();
    List<QueuedRequest> queue = state.store().queue(state.partition(), account, MAX_WAITING);
    for (QueuedRequest queued : queue) {
      if (relation(path, queued.request().fields()) != null) {
        sentences.addAll(sentences(queued));
      }
    }
    section(
        "Waiting for it, above it or below it (%d waited in the account)".formatted(queue.size()),
        sentences);
  }

  private List<String> sentences(QueuedRequest queued) {
    LockFields fields = queued.request().fields();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "%s waited for %s since %s, for %s, as number %d in line, until %s at most. lockId %s."
            .formatted(
                Words.owner(fields.owner()),
                Words.request(fields),
                Words.time(queued.request().requestedAt()),
                Words.length(at - queued.request().requestedAt()),
                queued.position(),
                Words.time(queued.request().deadline()),
                fields.lockId()));
    queued.blockedBy().forEach(blocker -> sentences.add(INDENT + "because " + because(blocker)));
    if (queued.moreBlockers()) {
      sentences.add(INDENT + "and because of more than these.");
    }
    return sentences;
  }

  private static String because(Blocker blocker) {
    String where =
        switch (blocker.relation()) {
          case SAME -> "the same path";
          case ANCESTOR -> "a folder above";
          case DESCENDANT -> "something below";
          case UNKNOWN -> blocker.relationWord();
        };
    String what =
        "%s %s %s (%s %s), %s; the two do not go together"
            .formatted(
                Words.owner(blocker.owner()),
                blocker.waiting() ? "had asked before for" : "held",
                blocker.operationWord(),
                blocker.modeWord(),
                blocker.path(),
                where);
    return what
        + (blocker.waiting() ? " and it is that one's turn first" : "")
        + (blocker.note() == null ? "" : ", with the note " + blocker.note())
        + ". lockId "
        + blocker.lockId()
        + ".";
  }

  private void section(String title, List<String> sentences) {
    lines.add("");
    lines.add(title + (sentences.isEmpty() ? ": nothing." : ":"));
    sentences.forEach(
        sentence -> lines.add(sentence.startsWith(INDENT) ? sentence : "- " + sentence));
  }

  /** The position of the nearest of its targets, seen from the path; null if none overlaps. */
  private static @Nullable Relation relation(LockPath path, LockFields fields) {
    Relation nearest = null;
    for (Target target : fields.targets()) {
      Relation relation = path.comparedAs(target.path()).relationOf(target.path());
      if (relation != null && (nearest == null || relation.compareTo(nearest) < 0)) {
        nearest = relation;
      }
    }
    return nearest;
  }
}
