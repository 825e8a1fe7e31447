package io.lockarbiter.webdav;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Has two servers over one folder for each test. */
abstract class TwoServers {
  @TempDir Path temporary;

  WebdavServers dav;
  private final String name;

  /**
   * Tests of a file.
   *
   * @param name that of the file in the folder {@code docs}
   */
  TwoServers(String name) {
    this.name = name;
  }

  @BeforeEach
  void start() throws Exception {
    dav = WebdavServers.withFile(temporary, name);
  }

  @AfterEach
  void close() throws Exception {
    dav.close();
  }
}
