package io.lockarbiter.arbiter.kafka;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Keeps the container from ever skipping a record. */
final class ListenerErrorHandler implements CommonErrorHandler {
  private static final long PAUSE_MS = 1_000;

  private final CommandListener listener;

  ListenerErrorHandler(CommandListener listener) {
    this.listener = listener;
  }

  @Override
  public void handleOtherException(
      Exception failure,
      Consumer<?, ?> consumer,
      MessageListenerContainer container,
      boolean batchListener) {
    listener.onPollFailure(failure);
    if (!(failure instanceof InvalidOffsetException)) {
      pause(container);
    }
  }

  @Override
  public void handleBatch(
      Exception failure,
      ConsumerRecords<?, ?> data,
      Consumer<?, ?> consumer,
      MessageListenerContainer container,
      Runnable invokeListener) {
    listener.onUnexpected(new IllegalStateException(failure));
  }

  @Override
  public boolean isAckAfterHandle() {
    return false;
  }

  private static void pause(MessageListenerContainer container) {
    try {
      ListenerUtils.stoppableSleep(container, PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
