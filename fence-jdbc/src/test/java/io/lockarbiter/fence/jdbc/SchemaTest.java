package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SchemaTest {
  /** Tools that run scripts split them there. */
  @Test
  void schema_hasASemicolonAtTheEndOfAStatementOnly() {
    assertThat(Arrays.stream(JdbcFencingGuard.schema().split("\n")))
        .filteredOn(line -> line.contains(";"))
        .isNotEmpty()
        .allMatch(line -> line.endsWith(";") && !line.contains("--"));
  }
}
