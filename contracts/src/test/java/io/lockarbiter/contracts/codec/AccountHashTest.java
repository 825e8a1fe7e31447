package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import java.util.Random;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class AccountHashTest {
  @Test
  void randomAccounts_hashAsKafkaDoes() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      String account = RandomTexts.id(random);
      int kafka = Utils.toPositive(Utils.murmur2(account.getBytes(UTF_8)));
      assertThat(AccountHash.of(account)).as("%s, seed %d", account, seed).isEqualTo(kafka);
      assertThat(AccountHash.partition(account, 12)).isEqualTo(kafka % 12);
    }
  }

  /**
   * The values come from Kafka's own partitioner, so an update of the library cannot change them
   * unnoticed.
   */
  @Test
  void knownAccounts_keepTheirPartition() {
    assertThat(AccountHash.of("")).isEqualTo(275646681);
    assertThat(AccountHash.of("acme")).isEqualTo(865835268);
    assertThat(AccountHash.of("文档")).isEqualTo(1501320421);
    assertThat(AccountHash.partition("acme", 12)).isZero();
  }
}
