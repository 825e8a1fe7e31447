package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.codec.Fields.Word;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;

/** Reads one target: a path and a mode. In events the mode may be one of a newer arbiter. */
final class TargetReader {
  private TargetReader() {}

  static Target ofCommand(Fields target, List<Mode> modes) throws BadFieldException {
    return new Target(target.path("path"), target.choice("mode", modes, Mode::name));
  }

  static Target ofEvent(Fields target, boolean withoutCase) throws BadFieldException {
    LockPath path = target.path("path", withoutCase);
    Word<Mode> mode = target.word("mode", Mode.known(), Mode::name, Mode.UNKNOWN);
    return new Target(path, mode.meaning(), mode.text());
  }
}
