package io.lockarbiter.lua.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names are part of the state: if they changed, the state in Redis would be lost. */
class NamesTest {
  private static final String ROOT = "ff5a3df3e905922228368e97";

  @Test
  void names_areThoseOfStatesThatExist() {
    assertThat(hex(new Names().account("acme"))).isEqualTo("fba0f456d71377c2e340c451");
    assertThat(hex(new Names().subAccount("acme", "u1"))).isEqualTo("8645b8f6de147a642e26f786");
    assertThat(hex(new Names().owner("acme", new Owner("u1", null))))
        .isEqualTo("8645b8f6de147a642e26f786");
    assertThat(hex(new Names().owner("acme", new Owner("u1", "web-1"))))
        .isEqualTo("8645b8f6be92a08e276db1af");
    assertThat(hex(new Names().ofSubAccount("acme", "u1"))).isEqualTo("8645b8f6");
    assertThat(hex(new Names().lock("acme", "c1"))).isEqualTo("7a820e31a476afedefeb17d3");
  }

  @Test
  void levels_areThoseOfStatesThatExist() {
    assertThat(hex(new Names().levels("acme", LockPath.of("/docs/Übung/plan.pdf"))))
        .containsExactly(
            ROOT,
            "23c1e558df3324a8ac1fa7da",
            "793bb7fc390d9a9b8f4b10be",
            "f434725970e33d832576950d");
    assertThat(hex(new Names().levels("acme", LockPath.ROOT))).containsExactly(ROOT);
  }

  private static List<String> hex(List<byte[]> names) {
    return names.stream().map(NamesTest::hex).toList();
  }

  private static String hex(byte[] name) {
    return HexFormat.of().formatHex(name);
  }
}
