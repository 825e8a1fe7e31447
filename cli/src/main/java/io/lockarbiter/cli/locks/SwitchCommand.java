package io.lockarbiter.cli.locks;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * A shell command of the operator's that switches an account's senders. The account is in its
 * environment, and its output goes where this process's goes.
 *
 * @param shell what {@code sh -c} runs
 */
record SwitchCommand(String shell) implements AccountMove.Switch {
  /** The variable that has the account. */
  static final String VARIABLE = "ACCOUNT";

  @Override
  public String to(String account) {
    // A terminal sends its Ctrl-C and its end to the command, too; half a switch helps nobody.
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "trap '' INT HUP; " + shell).inheritIO();
    builder.environment().put(VARIABLE, account);
    try {
      Process process = builder.start();
      try {
        int code = process.waitFor();
        return code == 0 ? "" : "the command ended with exit code " + code;
      } catch (InterruptedException e) {
        process.destroy();
        Thread.currentThread().interrupt();
        return "its command was interrupted";
      }
    } catch (IOException e) {
      return "sh does not start: " + e.getMessage();
    }
  }

  /**
   * Says whether arguments and variables carry this name as it is. Under a locale without UTF-8
   * other letters than ASCII become question marks.
   *
   * @param isArgument whether it was an argument of this process
   */
  static boolean isCarried(String name, boolean isArgument) {
    return isCarried(
        name, isArgument, Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));
  }

  static boolean isCarried(String name, boolean isArgument, Charset locale) {
    return locale.equals(StandardCharsets.UTF_8)
        || locale.newEncoder().canEncode(name) && !(isArgument && name.contains("?"));
  }
}
