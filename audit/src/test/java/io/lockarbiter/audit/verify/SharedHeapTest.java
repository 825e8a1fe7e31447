package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharedHeapTest {
  private final SharedHeap heap = new SharedHeap(/* most= */ 100);

  @BeforeEach
  void enter() {
    heap.enter(0);
    heap.enter(1);
  }

  @Test
  void statesThatFitTogether_stay() {
    assertThat(heap.fits(0, 50)).isTrue();
    assertThat(heap.fits(1, 50)).isTrue();
  }

  @Test
  void statesTooLargeTogether_theLastGivesUp() {
    heap.fits(0, 10);
    heap.fits(1, 10);
    heap.enter(2);
    heap.fits(2, 10);
    assertThat(heap.fits(1, 90)).isTrue();
    assertThat(heap.fits(2, 10)).isFalse();
    heap.leave(2);
    assertThat(heap.fits(1, 91)).isFalse();
    heap.leave(1);
    assertThat(heap.fits(0, 10)).isTrue();
  }

  @Test
  void stateThatIsAlone_mayTakeAll() {
    assertThat(heap.fits(0, 1_000)).isTrue();
    assertThat(heap.fits(1, 0)).isFalse();
    heap.leave(1);
    assertThat(heap.fits(0, 2_000)).isTrue();
  }
}
