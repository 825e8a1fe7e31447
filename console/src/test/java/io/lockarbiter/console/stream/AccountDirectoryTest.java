package io.lockarbiter.console.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountDirectoryTest {
  private final EventHub hub = new EventHub(1, 1_000, 1 << 20, System::nanoTime);
  private final AccountDirectory directory = new AccountDirectory(hub);
  private final ModelArbiter arbiter = new ModelArbiter(new ReferenceLockStore(), hub);

  private List<AccountDirectory.Heard> found() {
    return directory.find(account -> true, 10);
  }

  private AccountDirectory.Heard of(String account) {
    return directory.find(account::equals, 10).get(0);
  }

  /** An upload holds a file, and the deletion of its folder waits for that. */
  private void blocked(String account) {
    arbiter.acquire(account, account + "-u", "goro", Operation.UPLOAD, "/a/b");
    arbiter.acquire(account, account + "-d", "mina", Operation.DELETE, "/a");
  }

  @Test
  void accountWithTheLongestWait_comesFirst_thenTheLatest() {
    arbiter.acquire("idle", "i", "goro", Operation.UPLOAD, "/a");
    blocked("old");
    blocked("young");
    arbiter.acquire("young", "young-x", "otto", Operation.DELETE, "/a");
    arbiter.acquire("last", "l", "goro", Operation.UPLOAD, "/a");
    assertThat(found())
        .extracting(AccountDirectory.Heard::account, AccountDirectory.Heard::waiting)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("old", 1),
            org.assertj.core.groups.Tuple.tuple("young", 2),
            org.assertj.core.groups.Tuple.tuple("last", 0),
            org.assertj.core.groups.Tuple.tuple("idle", 0));
    assertThat(of("young").waitingSince()).isGreaterThan(of("old").waitingSince());
  }

  @Test
  void requestThatIsGrantedOrTakenOut_waitsNoMore() {
    blocked("granted");
    arbiter.release("granted", "granted-u", "goro");
    blocked("out");
    arbiter.decide(
        new ForceRelease("f", "out", new Owner("olga", null), null, "out-d", "not wanted"));
    arbiter.publish();
    assertThat(found()).hasSize(2).allMatch(heard -> heard.waiting() == 0);
    assertThat(found()).allMatch(heard -> heard.waitingSince() == -1);
  }

  /** The refusal of a renewal names the request, and ends nothing. */
  @Test
  void refusalThatEndsNoWait_changesNothing() {
    blocked("acme");
    arbiter.renew("acme", "acme-d", "mina");
    arbiter.renew("acme", "acme-d", "somebody else");
    assertThat(of("acme").waiting()).isEqualTo(1);
  }

  /** The deadline is told even if the event of the end is missed. */
  @Test
  void requestWhoseTimeIsOver_waitsNoMore() {
    blocked("acme");
    arbiter.pass(Duration.ofMinutes(2));
    arbiter.acquire("other", "o", "goro", Operation.UPLOAD, "/a");
    assertThat(of("acme").waiting()).isZero();
  }

  @Test
  void restart_forgetsWhoWaited() {
    blocked("acme");
    hub.restart(0);
    assertThat(of("acme")).extracting(AccountDirectory.Heard::waiting).isEqualTo(0);
  }

  @Test
  void moreAccountsThanAreKept_forgetTheOneThatWasQuietForLongest() {
    blocked("first");
    blocked("second");
    for (int n = 0; n < 19_998; n++) {
      hear("a" + n);
    }
    hear("first");
    hear("last");
    assertThat(directory.find(account -> true, 30_000)).hasSize(20_000);
    assertThat(directory.find("second"::equals, 1)).isEmpty();
    assertThat(of("first").waiting()).isEqualTo(1);
  }

  @Test
  void moreRequestsThanAreCounted_areNotCounted() {
    blocked("acme");
    StreamedEvent queued =
        hub.look(0, ring -> ring.latest(1, event -> event.type().equals("queued"))).get(0);
    for (int n = 0; n < 200_000; n++) {
      directory.event(
          new StreamedEvent(0, 0, 0, queued.at(), "many", "queued", "l" + n, queued.json()));
    }
    assertThat(of("many").waiting()).isEqualTo(199_999);
    assertThat(of("many").events()).isEqualTo(200_000);
    arbiter.release("acme", "acme-u", "goro");
    directory.event(new StreamedEvent(0, 0, 0, queued.at(), "one", "queued", "l", queued.json()));
    assertThat(of("one").waiting()).isEqualTo(1);
  }

  private void hear(String account) {
    directory.event(new StreamedEvent(0, 0, 0, 1, account, "told", null, new byte[0]));
  }
}
