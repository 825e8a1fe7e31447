package io.lockarbiter.audit.verify;

import org.junit.jupiter.api.Tag;

/** Tries every damage at every place. */
@Tag("nightly")
class EveryDamageTest extends DamageTest {
  @Override
  boolean isTried() {
    return true;
  }
}
