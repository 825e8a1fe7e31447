package io.lockarbiter.cli.audit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What {@code lockarbiter audit …} does and says on a file of both topics. */
record AuditRun(int code, String out, String err) {

  static AuditRun of(String command, Path records, Object... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] arguments =
        Stream.concat(
                Stream.of(command, "--commands", records, "--events", records), Stream.of(options))
            .map(String::valueOf)
            .toArray(String[]::new);
    int code =
        new CommandLine(new AuditCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new AuditRun(code, out.toString(), err.toString());
  }
}
