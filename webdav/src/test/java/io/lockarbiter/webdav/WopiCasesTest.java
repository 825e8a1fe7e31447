package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The cases of Microsoft's validator, through one server and through two in turn. */
class WopiCasesTest {
  @TempDir private Path temporary;

  private WebdavServers servers;

  @BeforeEach
  void start() throws Exception {
    servers = new WebdavServers(Files.createDirectory(temporary.resolve("drive")), 2);
  }

  @AfterEach
  void close() throws Exception {
    servers.close();
  }

  @TestFactory
  Stream<DynamicTest> oneServer_passes() throws Exception {
    return tests(List.of(servers.port(0)));
  }

  @TestFactory
  Stream<DynamicTest> twoServersInTurn_pass() throws Exception {
    return tests(servers.ports());
  }

  private Stream<DynamicTest> tests(List<Integer> ports) throws Exception {
    WopiCases cases = new WopiCases(ports, servers.folder);
    return WopiCases.all().stream().map(each -> dynamicTest(each.name(), () -> cases.run(each)));
  }

  /** 13, 3, 1 and 5 of the groups about locks and edits, and 16 more. */
  @Test
  void cases_areAllThere() throws Exception {
    assertThat(WopiCases.all()).hasSize(39);
    assertThat(count("Locks.")).isEqualTo(13);
    assertThat(count("GetLock.")).isEqualTo(3);
    assertThat(count("ExtendedLockLength.")).isEqualTo(1);
    assertThat(count("EditFlows.")).isEqualTo(5);
    assertThat(count("FileVersion.")).isEqualTo(6);
    assertThat(count("PutRelativeFileUnsupported.")).isEqualTo(6);
  }

  private static long count(String group) throws Exception {
    return WopiCases.all().stream().filter(each -> each.name().startsWith(group)).count();
  }
}
