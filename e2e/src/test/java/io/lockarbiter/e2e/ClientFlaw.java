package io.lockarbiter.e2e;

/** A way in which the clients of {@link GatewayKillsIT} are wrong on purpose. */
enum ClientFlaw {
  NONE(""),

  /** Counts {@code validForMs} from the answer: who waited writes too long. */
  COUNTS_FROM_THE_ANSWER("acted until"),

  /** Asks again under a new key where an answer is lost. */
  TAKES_A_NEW_KEY("grants for one request"),

  /** Counts each renewal, and sends none. */
  SKIPS_RENEWALS("acted until"),

  /** Renews once more after it has fallen silent. */
  SPEAKS_AGAIN("outlived its client's last word"),

  /** Falls silent, speaks again, and takes a session that has begun anew for the one it had. */
  KEEPS_ACTING_AFTER_ITS_SESSION("acted until");

  private final String found;

  ClientFlaw(String found) {
    this.found = found;
  }

  /** Words of the violation by which it is found; empty for none. */
  String found() {
    return found;
  }
}
