package io.lockarbiter.cli.audit;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Exit code and output of {@code lockarbiter audit …} on a file of both topics. */
record AuditRun(int code, String out, String err) {

  static AuditRun of(String command, Path records, Object... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] arguments =
        Stream.concat(
                Stream.of("audit", command, "--commands", records, "--events", records),
                Stream.of(options))
            .map(String::valueOf)
            .toArray(String[]::new);
    int code =
        LockArbiterCommand.commandLine(StopSignal.never())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new AuditRun(code, out.toString(), err.toString());
  }
}
