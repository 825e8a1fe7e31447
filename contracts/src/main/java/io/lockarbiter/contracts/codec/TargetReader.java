package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;

/** Reads one target: a path and a mode. */
final class TargetReader {
  private static final List<Mode> MODES = List.of(Mode.values());

  private TargetReader() {}

  static Target read(Fields target) throws BadFieldException {
    return new Target(target.path("path"), mode(target));
  }

  static Mode mode(Fields fields) throws BadFieldException {
    return fields.choice("mode", MODES, Mode::name);
  }
}
