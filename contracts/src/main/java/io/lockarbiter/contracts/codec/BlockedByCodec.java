package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.codec.Fields.Word;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes {@code blockedBy} and {@code moreBlockers}. */
final class BlockedByCodec {
  private BlockedByCodec() {}

  static JsonMembers write(JsonMembers out, List<Blocker> blockers, boolean more) {
    return out.objects("blockedBy", blockers, BlockedByCodec::write).claim("moreBlockers", more);
  }

  private static void write(JsonMembers out, Blocker blocker) {
    LockWriter.owner(out.text("lockId", blocker.lockId()), blocker.owner())
        .text("operation", blocker.operationWord())
        .text("path", blocker.path().toString())
        .claim("pathCut", blocker.pathCut())
        .text("mode", blocker.modeWord())
        .optionalNumber("expiresAt", blocker.expiresAt())
        .text("relation", blocker.relationWord())
        .json("waiting", String.valueOf(blocker.waiting()))
        .optionalText("note", blocker.note());
  }

  static BlockedBy read(Fields fields) throws BadFieldException {
    boolean withoutCase = fields.flag(SubjectReader.NAMES_WITHOUT_CASE);
    List<Blocker> blockers = new ArrayList<>();
    for (Object entry : fields.entries("blockedBy")) {
      blockers.add(blocker(fields.entry("blockedBy", blockers.size(), entry), withoutCase));
    }
    return new BlockedBy(List.copyOf(blockers), fields.flag("moreBlockers"));
  }

  private static Blocker blocker(Fields blocker, boolean withoutCase) throws BadFieldException {
    Word<Operation> operation = SubjectReader.operation(blocker);
    Target target = TargetReader.ofEvent(blocker, withoutCase);
    Word<Relation> relation =
        blocker.word("relation", Relation.known(), Relation::name, Relation.UNKNOWN);
    return new Blocker(
        blocker.text("lockId"),
        SubjectReader.owner(blocker),
        operation.meaning(),
        operation.text(),
        target.path(),
        blocker.flag("pathCut"),
        target.mode(),
        target.modeWord(),
        blocker.optionalWhole("expiresAt", 0, Long.MAX_VALUE),
        relation.meaning(),
        relation.text(),
        blocker.flag("waiting"),
        blocker.optionalText("note"));
  }
}
