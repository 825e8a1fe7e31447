package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import java.time.Duration;
import java.util.function.Consumer;

/** Appends commands to the log, those of one account in the order of the calls. */
public interface CommandSender extends AutoCloseable {
  /** The longest time after {@link #send} at which a command may still be appended. */
  Duration LONGEST_DELIVERY = Duration.ofSeconds(20);

  /**
   * Sends a command; never blocks. It may arrive although a failure is reported.
   *
   * @param failed runs, on any thread, if the command was probably not appended
   */
  void send(AccountCommand command, Consumer<SendFailure> failed);

  /** Sends the accepted commands, as far as that is possible within seconds, and stops. */
  @Override
  void close();
}
