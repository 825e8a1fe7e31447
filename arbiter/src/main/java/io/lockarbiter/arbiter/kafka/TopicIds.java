package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.HaltText;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.service.kafka.AdminAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids of the topics of commands and events, which show that a topic was made anew: a consumer
 * would go on in the new topic of the same name, from the offset that it had in the old one.
 * Thread-safe.
 */
public final class TopicIds implements SameTopics, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicIds.class);

  private final OpenedAdmin admin;
  private final Topics topics;
  private final Duration timeout;
  private final Runnable answered;
  private final Map<String, String> known = new ConcurrentHashMap<>();
  private volatile @Nullable String changed;

  /**
   * Ids that are unknown until the first look.
   *
   * @param timeout the longest wait for an answer
   * @param answered runs when a broker has answered
   */
  public TopicIds(Supplier<Admin> source, Topics topics, Duration timeout, Runnable answered) {
    this.admin = new OpenedAdmin(source);
    this.topics = topics;
    this.timeout = timeout;
    this.answered = answered;
  }

  /** Asks the brokers; if they do not answer, the next look asks again. */
  public void look() {
    try {
      ask();
    } catch (KafkaException e) {
      LOG.debug("the ids of the topics are not known", e);
    }
  }

  private void ask() {
    DescribeTopicsOptions options =
        new DescribeTopicsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
    admin
        .get()
        .describeTopics(List.of(topics.commands(), topics.events()), options)
        .topicNameValues()
        .forEach(this::compare);
  }

  private void compare(String name, KafkaFuture<TopicDescription> answer) {
    String id = AdminAnswer.await(answer, timeout).topicId().toString();
    answered.run();
    String before = known.putIfAbsent(name, id);
    if (before != null && !before.equals(id)) {
      changed = "%s has id=%s, at the start it had id=%s".formatted(name, id, before);
    }
  }

  @Override
  public void require(int partition, boolean asks) {
    if (asks) {
      ask();
    }
    String what = changed;
    if (what != null) {
      throw new HaltedException(HaltText.topicMadeAnew(partition, what));
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
