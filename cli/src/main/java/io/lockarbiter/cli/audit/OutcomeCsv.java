package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.lives.CommandOutcome;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Outcomes as CSV with a header line; times are epoch ms. A spreadsheet takes some texts for
 * formulas and runs them: such a text gets a {@code '} before it (OWASP, CSV Injection).
 */
final class OutcomeCsv implements Consumer<CommandOutcome> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Matches the begin of a formula, also in full width, at the beginning of a text or after a
   * character that separates cells in many locales. Quotes and white space may stand before it,
   * also the Hangul fillers, which look like white space.
   */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(^|;)(?=[\\s\"\\u115F\\u1160\\u3164\\uFFA0]*"
              + "[=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20])",
          Pattern.UNICODE_CHARACTER_CLASS);

  private static final List<String> NAMES =
      Arrays.stream(CommandOutcome.class.getRecordComponents())
          .map(RecordComponent::getName)
          .toList();

  private final CSVPrinter csv;
  private final boolean raw;

  OutcomeCsv(PrintWriter out, boolean raw) {
    this.raw = raw;
    try {
      CSVFormat format = CSVFormat.DEFAULT.builder().setHeader(NAMES.toArray(String[]::new)).get();
      csv = new CSVPrinter(out, format);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void accept(CommandOutcome outcome) {
    JsonNode fields = JSON.valueToTree(outcome);
    try {
      csv.printRecord(NAMES.stream().map(name -> cell(fields.path(name))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String cell(JsonNode field) {
    String text = field.asString("");
    if (raw || !field.isString()) {
      return text;
    }
    return VisibleText.line(FORMULA.matcher(text).replaceAll("$1'"));
  }
}
