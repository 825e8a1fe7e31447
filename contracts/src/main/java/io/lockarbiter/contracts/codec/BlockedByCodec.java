package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.lock.Relation;
import java.util.ArrayList;
import java.util.List;

/** {@code blockedBy} and {@code moreBlockers}, both ways. */
final class BlockedByCodec {
  private static final List<Relation> RELATIONS = List.of(Relation.values());

  private BlockedByCodec() {}

  static JsonMembers write(JsonMembers out, List<Blocker> blockers, boolean more) {
    return out.objects("blockedBy", blockers.stream().map(BlockedByCodec::blocker).toList())
        .claim("moreBlockers", more);
  }

  private static String blocker(Blocker blocker) {
    JsonMembers out = new JsonMembers().text("lockId", blocker.lockId());
    return LockWriter.owner(out, blocker.owner())
        .constant("operation", blocker.operation().name())
        .text("path", blocker.path().toString())
        .claim("pathCut", blocker.pathCut())
        .constant("mode", blocker.mode().name())
        .optionalNumber("expiresAt", blocker.expiresAt())
        .constant("relation", blocker.relation().name())
        .json("waiting", String.valueOf(blocker.waiting()))
        .toString();
  }

  static BlockedBy read(Fields fields) throws BadFieldException {
    List<Blocker> blockers = new ArrayList<>();
    for (Object entry : fields.entries("blockedBy")) {
      blockers.add(blocker(fields.entry("blockedBy", blockers.size(), entry)));
    }
    return new BlockedBy(List.copyOf(blockers), fields.flag("moreBlockers"));
  }

  private static Blocker blocker(Fields blocker) throws BadFieldException {
    return new Blocker(
        blocker.text("lockId"),
        SubjectReader.owner(blocker),
        SubjectReader.operation(blocker),
        blocker.path("path"),
        blocker.flag("pathCut"),
        TargetReader.mode(blocker),
        blocker.optionalWhole("expiresAt", 0, Long.MAX_VALUE),
        blocker.choice("relation", RELATIONS, Relation::name),
        blocker.flag("waiting"));
  }
}
