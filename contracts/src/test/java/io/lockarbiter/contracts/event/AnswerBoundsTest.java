package io.lockarbiter.contracts.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerBoundsTest {
  private static final int MOST = AnswerBounds.BLOCKERS_BYTES;

  @Test
  void pathOfMostBytes_isLeftWhole() {
    String path = "/" + "x".repeat(AnswerBounds.PATH_BYTES - 1);
    assertThat(AnswerBounds.shortened(path)).isEqualTo(path);
    assertThat(AnswerBounds.shortened(path + "y"))
        .isEqualTo("/" + "x".repeat(47) + "…" + "x".repeat(47) + "y");
  }

  @ParameterizedTest
  @ValueSource(strings = {"é", "ä/", "日", "日/a", "😀", "x😀", "xy😀", "xyz😀"})
  void longerPath_isCutBetweenCharacters(String unit) {
    String path = "/" + unit.repeat(100) + "end";
    String cut = AnswerBounds.shortened(path);
    int middle = cut.indexOf(AnswerBounds.ELLIPSIS);
    assertThat(path).startsWith(cut.substring(0, middle)).endsWith(cut.substring(middle + 1));
    assertThat(cut.substring(0, middle).getBytes(UTF_8).length).isBetween(45, 48);
    assertThat(cut.substring(middle + 1).getBytes(UTF_8).length).isBetween(45, 48);
    assertThat(LockPath.of(cut).toString()).isEqualTo(cut);
  }

  @Test
  void blockerWithALongPath_saysSo() {
    BlockedBy blockedBy = AnswerBounds.listed(List.of(blocker("l", "/" + "x".repeat(200))), MOST);
    assertThat(blockedBy.more()).isFalse();
    assertThat(blockedBy.listed())
        .singleElement()
        .satisfies(
            blocker -> {
              assertThat(blocker.pathCut()).isTrue();
              assertThat(blocker.path().toString()).hasSize(97);
            });
  }

  @Test
  void fiveCommonBlockers_areListedWhole() {
    String uuid = "0b7e5c0a-77d2-4e0e-9d5e-0f6d5a3c1b2a";
    List<Blocker> five = Collections.nCopies(5, blocker(uuid, "/" + "x".repeat(90)));
    assertThat(AnswerBounds.listed(five, MOST)).isEqualTo(new BlockedBy(five, false));
    assertThat(AnswerBounds.listed(Collections.nCopies(6, five.get(0)), MOST))
        .isEqualTo(new BlockedBy(five, true));
  }

  @Test
  void blockersWithoutRoom_areLeftOut() {
    List<Blocker> hostile = Collections.nCopies(3, blocker("\"".repeat(128), "/"));
    assertThat(AnswerBounds.listed(hostile, 200 + 256 + 1 + 1))
        .isEqualTo(new BlockedBy(hostile.subList(0, 1), true));
    assertThat(AnswerBounds.listed(hostile, 200 + 256 + 1))
        .isEqualTo(new BlockedBy(List.of(), true));
  }

  @Test
  void cycleWithoutRoom_lacksItsMiddle() {
    List<String> short64 = IntStream.range(0, 64).mapToObj(n -> "lock " + n).toList();
    assertThat(AnswerBounds.listed(short64)).isEqualTo(short64);
    List<String> long64 = IntStream.range(0, 64).mapToObj(n -> "x".repeat(120) + n).toList();
    assertThat(AnswerBounds.listed(long64))
        .extracting(id -> Integer.parseInt(id.substring(120)))
        .containsExactly(0, 1, 2, 3, 60, 61, 62, 63);
  }

  @Test
  void note_losesItsEndAt256BytesAndNoCharacterIsCut() {
    assertThat(AnswerBounds.shownNote(null)).isNull();
    assertThat(AnswerBounds.shownNote("")).isNull();
    assertThat(AnswerBounds.shownNote("x".repeat(256))).isEqualTo("x".repeat(256));
    assertThat(AnswerBounds.shownNote("x".repeat(257))).isEqualTo("x".repeat(253) + "…");
    assertThat(AnswerBounds.shownNote("é".repeat(129))).isEqualTo("é".repeat(126) + "…");
    assertThat(AnswerBounds.shownNote("a" + "𝄞".repeat(64)))
        .isEqualTo("a" + "𝄞".repeat(63) + "…");
  }

  @Test
  void noteIsCharged_asItStandsInJson() {
    assertThat(AnswerBounds.noteBytes(null)).isZero();
    assertThat(AnswerBounds.noteBytes("é\"\\\n\u0001")).isEqualTo(2 + 2 + 2 + 2 + 6);
  }

  @Test
  void noteWithoutRoom_isLeftOutBeforeItsBlockerIs() {
    Blocker noted = blocker("l", "/d", "\u0001".repeat(240));
    Blocker brief = blocker("l", "/d", "back on Monday");

    assertThat(AnswerBounds.listed(List.of(noted, noted, brief), 2_100).listed())
        .extracting(Blocker::note)
        .containsExactly(noted.note(), null, "back on Monday");
  }

  private static Blocker blocker(String lockId, String path) {
    return blocker(lockId, path, null);
  }

  private static Blocker blocker(String lockId, String path, @Nullable String note) {
    return new Blocker(
        lockId,
        new Owner("u", null),
        Operation.UPLOAD,
        LockPath.of(path),
        /* pathCut= */ false,
        Mode.PUT,
        1L,
        Relation.SAME,
        false,
        note);
  }
}
