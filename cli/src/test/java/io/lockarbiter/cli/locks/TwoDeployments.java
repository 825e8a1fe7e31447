package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.testing.FakeArbiter;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;

/** Has the old deployment and the new one in memory, with the mover's clients and the senders'. */
abstract class TwoDeployments extends MovingAccount {
  final FakeArbiter before = new FakeArbiter();
  final FakeArbiter after = FakeArbiter.ofEpoch(1);
  final LockClient from = before.client("from");
  final LockClient to = after.client("to");
  final LockClient oldSenders = before.client("old");
  final LockClient newSenders = after.client("new");

  @AfterEach
  void close() {
    List.of(from, to, oldSenders, newSenders).forEach(LockClient::close);
  }

  final void assertMoved() {
    LockRefusedException refused = Objects.requireNonNull(refusal(oldSenders));
    assertThat(refused.reason()).isEqualTo(RejectReason.ACCOUNT_CLOSED);
    assertThat(refused).hasMessageContaining("moved to b");
    assertThat(refusal(newSenders)).isNull();
    assertThat(after.locks(ACCOUNT)).isEmpty();
  }
}
