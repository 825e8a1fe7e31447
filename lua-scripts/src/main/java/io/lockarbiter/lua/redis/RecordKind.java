package io.lockarbiter.lua.redis;

/** The kinds of records that {@code decide.lua} applies, by letter. */
enum RecordKind {
  ACQUIRE('A'),
  RENEW('N'),
  RELEASE('R'),
  FORCE_RELEASE('F'),
  YIELD('Y'),
  /** Releases many. */
  RELEASE_ALL('M'),
  KEEP_ALIVE('K'),
  INVALID('I'),
  SETTINGS('S'),
  /** A record that only lets time pass: a tick, or a dead letter. */
  TICK('T');

  private final char letter;

  RecordKind(char letter) {
    this.letter = letter;
  }

  char letter() {
    return letter;
  }
}
