package io.lockarbiter.console.kafka;

import io.lockarbiter.service.kafka.ArbiterGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * The positions of the arbiters in {@code lock.commands}, and what holds up them or the readers of
 * {@code lock.events}, as far as the console has the rights to read them.
 */
public final class LogPositions implements AutoCloseable {

  private final Admin admin;
  private final ConsoleTopics topics;
  private final String group;
  private final Duration timeout;
  private final OpenTransactions open;
  private @Nullable Long silentSince;

  /**
   * Reads the positions of the arbiters' consumer group.
   *
   * @param timeout longest wait for one answer
   */
  public LogPositions(Admin admin, ConsoleTopics topics, String group, Duration timeout) {
    this.admin = admin;
    this.topics = topics;
    this.group = group;
    this.timeout = timeout;
    this.open = new OpenTransactions(System::nanoTime);
  }

  /**
   * The position in a partition.
   *
   * @param begin offset of the first command that is retained; null if unknown
   * @param end offset behind the last command
   * @param committed offset that the arbiters have committed; null if unknown
   * @param lastAppendedAt append time of the latest command, epoch ms; null if unknown
   * @param owned whether an arbiter owns it; null if unknown
   * @param stranger a member of the group that is none and has it, or keeps arbiters out; null if
   *     none is known
   * @param transactions those that stay open there, on either topic
   */
  public record Position(
      @Nullable Long begin,
      long end,
      @Nullable Long committed,
      @Nullable Long lastAppendedAt,
      @Nullable Boolean owned,
      @Nullable String stranger,
      List<OpenTransaction> transactions) {
    /** A position that nothing else is known against. */
    public Position(
        @Nullable Long begin,
        long end,
        @Nullable Long committed,
        @Nullable Long lastAppendedAt,
        @Nullable Boolean owned) {
      this(begin, end, committed, lastAppendedAt, owned, null, List.of());
    }

    /** Returns the same, as if it were unknown whether an arbiter owns it. */
    public Position withUnknownOwner() {
      return new Position(begin, end, committed, lastAppendedAt, null, stranger, transactions);
    }

    /**
     * Returns the offset of the first undecided command; null if unknown. The committed one is up
     * to two seconds old, because the arbiters commit it that rarely.
     *
     * @param applied last command that the state in Redis knows; −1 if none
     */
    public @Nullable Long undecided(long applied) {
      return committed == null ? null : Long.valueOf(Math.max(committed, applied + 1));
    }

    /**
     * Returns the number of undecided commands; null if unknown.
     *
     * @param applied as above
     */
    public @Nullable Long lag(long applied) {
      Long undecided = undecided(applied);
      return undecided == null ? null : Long.valueOf(Math.max(0, end - undecided));
    }
  }

  /**
   * All partitions.
   *
   * @param byPartition the known positions
   * @param problem what could not be read; null if all could
   * @param silence the time for which Kafka has answered nothing; zero if it answers
   */
  public record Positions(
      Map<Integer, Position> byPartition, @Nullable String problem, Duration silence) {
    /** Positions of a Kafka that answers. */
    public Positions(Map<Integer, Position> byPartition, @Nullable String problem) {
      this(byPartition, problem, Duration.ZERO);
    }
  }

  /**
   * Reads the positions now. Begins are read first and ends last: if the log moves on meanwhile, no
   * commit lies outside of it.
   */
  public synchronized Positions read() {
    long begin = System.nanoTime();
    try {
      Map<TopicPartition, ListOffsetsResultInfo> begins = offsets(OffsetSpec.earliest());
      Committed committed = committed();
      Members members = committed.problem == null ? members() : null;
      Map<TopicPartition, ListOffsetsResultInfo> latest = offsets(OffsetSpec.maxTimestamp());
      Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(OffsetSpec.latest());
      Map<Integer, List<OpenTransaction>> transactions = transactions(ends);
      Map<Integer, Position> found = new HashMap<>();
      ends.forEach(
          (partition, end) -> {
            OffsetAndMetadata position = committed.offsets.get(partition);
            ListOffsetsResultInfo stamp = latest.get(partition);
            found.put(
                partition.partition(),
                new Position(
                    begins.get(partition) == null ? null : begins.get(partition).offset(),
                    end.offset(),
                    position == null ? null : position.offset(),
                    stamp == null || stamp.timestamp() < 0 ? null : stamp.timestamp(),
                    members == null ? null : members.owned.contains(partition),
                    members == null ? null : members.stranger(partition),
                    transactions.getOrDefault(partition.partition(), List.of())));
          });
      silentSince = null;
      return new Positions(found, committed.problem);
    } catch (TimeoutException e) {
      return silent(begin);
    } catch (KafkaException e) {
      if (e.getCause() instanceof RetriableException) {
        return silent(begin);
      }
      silentSince = null;
      return new Positions(Map.of(), "positions: " + e.getMessage());
    }
  }

  private Positions silent(long begin) {
    long since = silentSince == null ? begin : silentSince;
    silentSince = since;
    return new Positions(
        Map.of(),
        "positions: no broker answers within %d s".formatted(timeout.toSeconds()),
        Duration.ofNanos(System.nanoTime() - since));
  }

  private record Committed(
      Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable String problem) {}

  /** Needs a right that the console may lack. */
  private Committed committed() throws TimeoutException {
    try {
      return new Committed(
          await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()), null);
    } catch (KafkaException e) {
      return new Committed(Map.of(), "group %s: %s".formatted(group, e.getMessage()));
    }
  }

  /**
   * The members by what they have.
   *
   * @param owned partitions that an arbiter has
   * @param ofStrangers those that a stranger has, with its name
   * @param stranger any of them; null if there is none
   */
  private record Members(
      Set<TopicPartition> owned,
      Map<TopicPartition, String> ofStrangers,
      @Nullable String stranger) {
    @Nullable String stranger(TopicPartition partition) {
      return owned.contains(partition) ? null : ofStrangers.getOrDefault(partition, stranger);
    }
  }

  /**
   * The members of the group; null while partitions are handed out anew. A stranger shows then too,
   * by its name.
   */
  private @Nullable Members members() throws TimeoutException {
    @Nullable ConsumerGroupDescription found;
    try {
      found = await(admin.describeConsumerGroups(List.of(group)).all()).get(group);
    } catch (KafkaException e) {
      return noneOfConsumers(e);
    }
    if (found == null) {
      return null;
    }
    return switch (found.groupState()) {
      case STABLE, EMPTY, DEAD -> members(found);
      default ->
          found.members().stream()
              .filter(member -> !ArbiterGroup.isNamedAfter(group, member))
              .findFirst()
              .map(member -> new Members(Set.of(), Map.of(), name(member)))
              .orElse(null);
    };
  }

  /** Kafka's client refuses to describe a group of another protocol, such as Kafka Connect's. */
  private static @Nullable Members noneOfConsumers(KafkaException e) {
    if (e.getCause() instanceof GroupIdNotFoundException) {
      return new Members(Set.of(), Map.of(), null);
    }
    return e.getCause() instanceof IllegalArgumentException
        ? new Members(Set.of(), Map.of(), "whose kind is another: " + e.getMessage())
        : null;
  }

  private static String name(MemberDescription member) {
    return "client.id=%s at %s".formatted(member.clientId(), member.host());
  }

  private Members members(ConsumerGroupDescription found) {
    Set<TopicPartition> owned = new HashSet<>();
    Map<TopicPartition, String> ofStrangers = new HashMap<>();
    String stranger = null;
    for (MemberDescription member : found.members()) {
      Set<TopicPartition> partitions = member.assignment().topicPartitions();
      if (ArbiterGroup.isArbiter(found, member)) {
        owned.addAll(partitions);
      } else {
        stranger = name(member);
        for (TopicPartition partition : partitions) {
          ofStrangers.put(partition, stranger);
        }
      }
    }
    return new Members(owned, ofStrangers, stranger);
  }

  /** The end of everything is asked first: what is appended in between is no transaction's. */
  private Map<Integer, List<OpenTransaction>> transactions(
      Map<TopicPartition, ListOffsetsResultInfo> commandEnds) throws TimeoutException {
    Map<TopicPartition, ListOffsetsResultInfo> ends =
        offsets(topics.events(), OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, ListOffsetsResultInfo> stable =
        offsets(topics.events(), OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, ListOffsetsResultInfo> all = new HashMap<>(commandEnds);
    all.putAll(ends);
    Map<TopicPartition, ListOffsetsResultInfo> allStable =
        new HashMap<>(
            offsets(topics.commands(), OffsetSpec.latest(), IsolationLevel.READ_COMMITTED));
    allStable.putAll(stable);
    allStable.forEach(
        (partition, upTo) -> {
          ListOffsetsResultInfo end = all.get(partition);
          if (end != null) {
            open.look(partition, upTo.offset(), end.offset());
          }
        });
    return open.found(topics.events());
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(OffsetSpec spec)
      throws TimeoutException {
    return offsets(topics.commands(), spec, IsolationLevel.READ_UNCOMMITTED);
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(
      String topic, OffsetSpec spec, IsolationLevel level) throws TimeoutException {
    Map<TopicPartition, OffsetSpec> asked =
        IntStream.range(0, topics.partitions())
            .mapToObj(n -> new TopicPartition(topic, n))
            .collect(Collectors.toMap(Function.identity(), partition -> spec));
    return await(admin.listOffsets(asked, new ListOffsetsOptions(level)).all());
  }

  private <T> T await(KafkaFuture<T> answer) throws TimeoutException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new KafkaException(String.valueOf(cause.getMessage()), cause);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
