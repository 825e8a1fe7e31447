package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.lives.CommandOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import org.apache.commons.csv.CSVFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells that a spreadsheet would run as formulas. */
class OutcomeCsvTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1",
        "+1",
        "-1",
        "@A",
        " =1",
        "\"=1",
        "\uff1d1",
        "\uff0b1",
        "\uff0d1",
        "\uff20A",
        "\u00a0=1",
        "\u3000@A",
        "\u1680+1",
        "\u2000-1",
        "\u3164=1",
        "\u115f=1",
        "\u3000\uff1d1"
      })
  void formula_isMarkedAtTheBeginningAndAfterASemicolon(String formula) throws IOException {
    assertThat(cell(formula, false)).isEqualTo("'" + formula);
    assertThat(cell("/a;" + formula + ";b", false)).isEqualTo("/a;'" + formula + ";b");
    assertThat(cell("/a;" + formula, true)).isEqualTo("/a;" + formula);
  }

  @Test
  void whatIsNoFormula_staysAsItIs() throws IOException {
    String text = "/a=b; c-d;e@f";
    assertThat(cell(text, false)).isEqualTo(text);
  }

  private static String cell(String path, boolean raw) throws IOException {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    new OutcomeCsv(writer, raw)
        .accept(
            new CommandOutcome(
                0, 1, 2, "acme", "c1", "acquire", "u1", null, "c1", "UPLOAD", path, null, "granted",
                null, 1L, null, null, null, null, null, null));
    writer.flush();
    return CSVFormat.DEFAULT
        .builder()
        .setHeader()
        .setSkipHeaderRecord(true)
        .get()
        .parse(new StringReader(out.toString()))
        .getRecords()
        .get(0)
        .get("path");
  }
}
