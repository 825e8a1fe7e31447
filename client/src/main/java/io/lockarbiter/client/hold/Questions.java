package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Questions with one answer, each under a permit of its own. Safe for use by many threads. */
final class Questions {
  private final ClientContext context;
  private final LeaseRequests requests;

  Questions(ClientContext context, LeaseRequests requests) {
    this.context = context;
    this.requests = requests;
  }

  /** Sends a question in a turn of its own; it accepts an answer, or the reason for none. */
  <T> CompletableFuture<T> ask(
      String account, BiConsumer<Consumer<T>, Consumer<RuntimeException>> question) {
    return ask(account, question, answer -> {});
  }

  /**
   * Sends a question as {@link #ask(String, BiConsumer)} does.
   *
   * @param untaken accepts, on the callback executor, an answer that came after the caller had
   *     ended the future
   */
  <T> CompletableFuture<T> ask(
      String account,
      BiConsumer<Consumer<T>, Consumer<RuntimeException>> question,
      Consumer<? super T> untaken) {
    CompletableFuture<T> future = new CompletableFuture<>();
    SerialExecutor callbacks = context.callbacks();
    try {
      InFlightPermit permit = context.permit();
      Consumer<RuntimeException> failed =
          why -> {
            permit.release();
            callbacks.execute(() -> future.completeExceptionally(why));
          };
      Consumer<T> answered =
          answer -> {
            permit.release();
            callbacks.execute(
                () -> {
                  if (!future.complete(answer)) {
                    untaken.accept(answer);
                  }
                });
          };
      requests.start(account, () -> question.accept(answered, failed), failed);
    } catch (ClientBusyException e) {
      callbacks.execute(() -> future.completeExceptionally(e));
    }
    return future;
  }
}
