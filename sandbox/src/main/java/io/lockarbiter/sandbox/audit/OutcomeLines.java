package io.lockarbiter.sandbox.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.arbiter.audit.CommandOutcome;
import java.io.PrintWriter;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/** Outcomes as JSON lines or as CSV with a line of names first; times are epoch ms. */
final class OutcomeLines {
  private final PrintWriter out;
  private final ObjectWriter writer;
  private final boolean csv;

  OutcomeLines(PrintWriter out, boolean csv) {
    this.out = out;
    this.csv = csv;
    if (csv) {
      CsvMapper mapper = new CsvMapper();
      CsvSchema schema = mapper.schemaFor(CommandOutcome.class);
      writer = mapper.writer(schema);
      out.print(String.join(",", schema.getColumnNames()) + "\n");
    } else {
      writer =
          JsonMapper.builder()
              .changeDefaultPropertyInclusion(
                  inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
              .build()
              .writerFor(CommandOutcome.class);
    }
  }

  void write(CommandOutcome outcome) {
    out.print(writer.writeValueAsString(outcome));
    if (!csv) {
      out.print('\n');
    }
  }
}
