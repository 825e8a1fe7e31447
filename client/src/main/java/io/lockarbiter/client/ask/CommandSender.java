package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import java.time.Duration;
import java.util.function.Consumer;

/** The way out: appends commands to the log, those of one account in the order of the calls. */
public interface CommandSender extends AutoCloseable {
  /** A command that is not appended this long after {@link #send} never is. */
  Duration LONGEST_DELIVERY = Duration.ofSeconds(20);

  /**
   * Sends a command; never blocks. It may arrive although a failure is reported.
   *
   * @param failed is told, on any thread, that the command was probably not appended, and why
   */
  void send(AccountCommand command, Consumer<SendFailure> failed);

  /** Sends what was accepted, as far as that is possible within seconds, and stops. */
  @Override
  void close();
}
