package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Settings;

/**
 * Checks that a command is answered where its account belongs: another partition knows no lock of
 * it.
 */
final class PartitionCheck {
  private PartitionCheck() {}

  /** Checks the direct answer to a command. */
  static void check(EventReport report) {
    int partitions = report.step().partitions();
    if (partitions == Settings.UNTOLD
        || !(report.step().command().content() instanceof Valid valid)
        || !(valid.command() instanceof AccountCommand asked)) {
      return;
    }
    Event answer = report.event().event();
    int expected = AccountHash.partition(asked.account(), partitions);
    if (answer instanceof Rejected rejected && rejected.reason() == RejectReason.WRONG_PARTITION) {
      if (expected == report.step().partition()) {
        report.add(
            "an answer of this partition: the account belongs here", RecordedEvent.verdict(answer));
      } else {
        report.same("expectedPartition", Integer.valueOf(expected), rejected.expectedPartition());
      }
    } else if (expected != report.step().partition()) {
      report.add(
          "rejected WRONG_PARTITION expectedPartition=" + expected, RecordedEvent.verdict(answer));
    }
  }
}
