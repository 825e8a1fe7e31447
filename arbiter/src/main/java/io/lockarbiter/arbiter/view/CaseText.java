package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/** Says why a partition compares names otherwise than configured. */
final class CaseText {
  private CaseText() {}

  /**
   * The cause and the remedy, without the number of the partition; null if it compares names as
   * configured.
   */
  static @Nullable String of(Settings present, Settings configured) {
    boolean told = present.areNamesWithoutCase();
    if (told == configured.areNamesWithoutCase()) {
      return null;
    }
    if (present.get(Setting.PARTITIONS) == Settings.UNTOLD) {
      return "case counts in names, and no settings are in force yet: the arbiter tells the log the first ones when it has read the partition to its end";
    }
    if (!present.isCaseTold()) {
      return "case counts in names until a moment without locks, although lockarbiter.names.without-case=true: somebody had locks before the first settings. All other settings are in force. Fix: stop the gateways until the leases have ended, and end what is kept for longer: lockarbiter checkouts list and freezes list show it, account by account";
    }
    return "lockarbiter.names.without-case=%s, and the log was told %s once for all: names are compared as the log says. Fix: lockarbiter.names.without-case=%s on all instances; to change it, a new lockarbiter.deployment with new topics"
        .formatted(!told, told, told);
  }
}
