package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LuaConstantsTest {
  private final LuaConstants constants = new LuaConstants();

  @Test
  void numbersAndTexts_standInThePlaceOfTheirNames() {
    assertThat(constants.inline("local MOST, WORD = 3, 'MOST'\nreturn MOST, WORD, t.MOST\n"))
        .isEqualTo("return 3, 'MOST', t.MOST\n");
    assertThat(constants.inline("return 'MOST' .. MOST -- MOST\n"))
        .as("later pieces; texts and comments stay")
        .isEqualTo("return 'MOST' .. 3 -- MOST\n");
  }

  @Test
  void constantMadeOfOthers_keepsItsValue() {
    constants.inline("local MODES = 5\n");
    assertThat(constants.inline("local BELOW, PLACE = MODES, MODES + 1\nreturn PLACE"))
        .as("a sum is no literal, so both stay variables")
        .isEqualTo("local BELOW, PLACE = 5, 5 + 1\nreturn PLACE");
    constants.inline("local WAITING = 2 * MODES\n");
    assertThat(constants.inline("return WAITING / 2")).isEqualTo("return (2 * 5) / 2");
  }

  @Test
  void table_isReplacedByItsMembers() {
    assertThat(
            constants.inline(
                "local KIND = {\n  A = 1,\n  some_b = 'two'\n}\nreturn KIND.A, KIND.some_b\n"))
        .isEqualTo("return 1, 'two'\n");
    assertThat(constants.inline("local KEY = {\n  A = KEYS[1]\n}\nreturn KEY.A\n"))
        .isEqualTo("return KEYS[1]\n");
    String calls = "local CALLS = {\n  A = other\n}\nreturn CALLS.A\n";
    assertThat(constants.inline(calls)).as("no literals").isEqualTo(calls);
  }

  @Test
  void functionOfALibrary_isReplacedWhereItIsCalled() {
    constants.put("string.sub", "string_sub");
    assertThat(constants.inline("return string.sub(a, 1), string.sub, my.string.sub(b)\n"))
        .isEqualTo("return string_sub(a, 1), string.sub, my.string.sub(b)\n");
  }

  @Test
  void copy_teachesTheOriginalNothing() {
    constants.copy().inline("local PLACE = 7\n");
    assertThat(constants.inline("return PLACE")).isEqualTo("return PLACE");
  }

  @Test
  void variables_stay() {
    String text = "local COUNT, other = 1, {}\n  local INNER = 2\nlocal LIST = {1, 2}\n";
    assertThat(constants.inline(text)).isEqualTo(text);
  }
}
