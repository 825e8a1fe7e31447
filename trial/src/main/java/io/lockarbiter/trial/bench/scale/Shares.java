package io.lockarbiter.trial.bench.scale;

import io.lockarbiter.trial.bench.scale.ScaleReport.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Who did how much of the work. */
final class Shares {
  private Shares() {}

  static String redis(int master) {
    return "redis " + (master + 1);
  }

  static String arbiter(int instance) {
    return "arbiter " + (instance + 1);
  }

  /**
   * The share of every master and every arbiter.
   *
   * @param commands of each partition
   * @param owners the arbiter of each partition
   */
  static List<Share> of(Layout layout, long[] commands, SlotCuts cuts, int[] owners) {
    List<Share> shares = new ArrayList<>();
    for (int n = 0; n < layout.masters(); n++) {
      shares.add(share(redis(n), n, commands, cuts::master));
    }
    for (int n = 0; n < layout.arbiters(); n++) {
      shares.add(share(arbiter(n), n, commands, partition -> owners[partition]));
    }
    return shares;
  }

  private static Share share(String process, int n, long[] commands, IntUnaryOperator processOf) {
    int[] own =
        IntStream.range(0, commands.length).filter(p -> processOf.applyAsInt(p) == n).toArray();
    long done = Arrays.stream(own).mapToLong(partition -> commands[partition]).sum();
    long all = Arrays.stream(commands).sum();
    return new Share(process, own.length, done, all == 0 ? 0 : (double) done / all);
  }
}
