package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tests of litmus, through one server, and through two in turn. */
@Needs(OptionalTool.LITMUS)
class LitmusTest {
  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void makeFolder() throws Exception {
    folder = Files.createDirectory(temporary.resolve("drive"));
  }

  @Test
  void oneServer_passes() throws Exception {
    try (WebdavServers dav = new WebdavServers(folder, 1)) {
      Litmus.passes(dav.port(0), temporary);
      assertThat(dav.arbiter.locks("acme")).isEmpty();
    }
  }

  @Test
  void twoServersInTurn_pass() throws Exception {
    try (WebdavServers dav = new WebdavServers(folder, 2);
        RequestSwitch door = RequestSwitch.inTurn(dav.ports())) {
      Litmus.passes(door.port(), temporary);
      assertThat(dav.arbiter.locks("acme")).isEmpty();
    }
  }

  @Test
  void twoServersOfWhichOneEnds_pass() throws Exception {
    AtomicInteger locks = new AtomicInteger();
    try (WebdavServers dav = new WebdavServers(folder, 2)) {
      List<Integer> ports = dav.ports();
      try (RequestSwitch door =
          new RequestSwitch(
              (number, method) -> {
                if (method.equals("LOCK") && locks.incrementAndGet() == Litmus.MIDDLE_LOCK) {
                  dav.stop(0);
                }
                return ports.get(locks.get() < Litmus.MIDDLE_LOCK ? number % 2 : 1);
              })) {
        Litmus.passes(door.port(), temporary);
        assertThat(locks.get()).isGreaterThan(Litmus.MIDDLE_LOCK);
      }
    }
  }
}
