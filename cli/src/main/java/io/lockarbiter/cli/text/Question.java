package io.lockarbiter.cli.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** A question that somebody at the terminal answers before a command acts. */
public final class Question {
  private static volatile boolean isOpen;

  private Question() {}

  /** Says whether one waits for its answer, so that nothing has been done yet. */
  public static boolean isOpen() {
    return isOpen;
  }

  /** Asks, and says whether the answer is yes; without a terminal or an answer it is no. */
  public static boolean isAgreed(String question, PrintWriter out) {
    out.print(question + " [y/N] ");
    out.flush();
    isOpen = true;
    try {
      String answer =
          new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
      if (answer == null) {
        out.println("Nobody answers; --yes acts without asking.");
      }
      return answer != null && answer.strip().matches("(?i)y|yes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      isOpen = false;
    }
  }
}
