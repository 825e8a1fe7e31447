package io.lockarbiter.cli.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.audit.lives.CommandOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Outcomes as JSON lines, or as CSV with a line of names first; times are epoch ms. */
final class OutcomeLines {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();
  private static final List<String> NAMES =
      Arrays.stream(CommandOutcome.class.getRecordComponents())
          .map(RecordComponent::getName)
          .toList();

  private final PrintWriter out;
  private final @Nullable CSVPrinter csv;

  OutcomeLines(PrintWriter out, boolean csv) {
    this.out = out;
    this.csv = csv ? printer(out) : null;
  }

  private static CSVPrinter printer(PrintWriter out) {
    try {
      CSVFormat format = CSVFormat.DEFAULT.builder().setHeader(NAMES.toArray(String[]::new)).get();
      return new CSVPrinter(out, format);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(CommandOutcome outcome) {
    if (csv == null) {
      out.println(JSON.writeValueAsString(outcome));
      return;
    }
    JsonNode fields = JSON.valueToTree(outcome);
    try {
      csv.printRecord(NAMES.stream().map(name -> fields.path(name).asString("")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
