package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaTest {
  /** Tools that run scripts split them at each semicolon outside of quotes and comments. */
  @ParameterizedTest
  @EnumSource
  void semicolonOutsideOfQuotes_endsAStatement(FencingDatabase database) {
    for (String statement : database.schema()) {
      String code =
          String.join("\n", statement.lines().flatMap(SchemaTest::withoutComment).toList());
      String outside = code.replaceAll("'[^']*'", "");

      assertThat(outside.strip()).endsWith(";");
      assertThat(outside.strip().substring(0, outside.strip().length() - 1)).doesNotContain(";");
      assertThat(comments(statement)).allMatch(comment -> !comment.contains(";"));
      assertThat(comments(statement)).allMatch(comment -> !comment.contains("'"));
    }
  }

  private static Stream<String> withoutComment(String line) {
    int comment = line.indexOf("--");
    return Stream.of(comment < 0 ? line : line.substring(0, comment));
  }

  private static List<String> comments(String statement) {
    return statement
        .lines()
        .filter(line -> line.contains("--"))
        .map(line -> line.substring(line.indexOf("--")))
        .toList();
  }
}
