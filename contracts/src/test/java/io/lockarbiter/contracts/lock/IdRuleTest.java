package io.lockarbiter.contracts.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdRuleTest {
  @Test
  void ordinaryIds_areValid() {
    assertThat(IdRule.problem("u9")).isNull();
    assertThat(IdRule.problem("7b1e2c4a-0d7e-4f0c-9d52-0a5b8a3f6c11")).isNull();
    assertThat(IdRule.problem(" 文档 /\\\"{}:,…\u00a0😀")).isNull();
  }

  @Test
  void emptyId_isRefused() {
    assertThat(IdRule.problem("")).isEqualTo("is empty");
  }

  @Test
  void length_isCountedInUtf8Bytes() {
    assertThat(IdRule.problem("x".repeat(128))).isNull();
    assertThat(IdRule.problem("x".repeat(129)))
        .isEqualTo("has 129 UTF-8 bytes, at most 128 are allowed");
    assertThat(IdRule.problem("é".repeat(64))).isNull();
    assertThat(IdRule.problem("é".repeat(65)))
        .isEqualTo("has 130 UTF-8 bytes, at most 128 are allowed");
    assertThat(IdRule.problem("文".repeat(42) + "xx")).isNull();
    assertThat(IdRule.problem("文".repeat(43)))
        .isEqualTo("has 129 UTF-8 bytes, at most 128 are allowed");
    assertThat(IdRule.problem("😀".repeat(32))).isNull();
    assertThat(IdRule.problem("😀".repeat(33)))
        .isEqualTo("has 132 UTF-8 bytes, at most 128 are allowed");
  }

  @Test
  void controlCharacters_areExactlyThoseOfUnicode() {
    for (char c = 0; c < 0x300; c++) {
      boolean control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
      assertThat(IdRule.problem("a" + c))
          .isEqualTo(control ? "has the control character U+%04X".formatted((int) c) : null);
    }
  }

  @Test
  void loneSurrogates_areRefusedWhereverTheyStand() {
    for (String id :
        new String[] {"\ud83d", "\ude00", "a\ud83d", "\ude00\ud83d", "\ud83d\ud83d\ude00"}) {
      assertThat(IdRule.problem(id)).isEqualTo("has a lone surrogate");
      assertThat(IdRule.isEncodable(id)).isFalse();
    }
    assertThat(IdRule.isEncodable("a😀b")).isTrue();
  }
}
