package io.lockarbiter.embedded.load;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Locks that are acquired and released, each on a path of its own that is five segments deep.
 * Answers are matched by their headers alone.
 */
public final class LockTraffic implements Traffic {
  private static final String COMMANDS = "lock.commands";
  private static final String EVENTS = "lock.events";

  private final List<LoadSlot> slots = new ArrayList<>();
  private long refused;
  private long requests;
  private long requestBytes;
  private long answered;
  private long answerBytes;

  /**
   * Creates traffic on so many locks, spread over accounts.
   *
   * @param number first number in lock ids; ids that were used a short while ago would be answered
   *     as repeats
   */
  public LockTraffic(int accounts, int slots, long number) {
    for (int i = 0; i < slots; i++) {
      this.slots.add(new LoadSlot(i, account(i, accounts), "u" + i / accounts, number));
    }
  }

  /** Returns the account of a slot. */
  public static String account(int slot, int accounts) {
    return "account-" + slot % accounts;
  }

  /** Returns the path of a slot. */
  public static String path(int slot) {
    return LoadSlot.path(slot);
  }

  @Override
  public String answers() {
    return EVENTS;
  }

  @Override
  public int slots() {
    return slots.size();
  }

  @Override
  public ProducerRecord<byte[], byte[]> next(int slot) {
    LoadSlot next = slots.get(slot);
    byte[] command = next.isHeld() ? next.release() : next.nextAcquire();
    requests++;
    requestBytes += command.length;
    return new ProducerRecord<>(COMMANDS, next.account(), command);
  }

  @Override
  public int answered(ConsumerRecord<byte[], byte[]> answer) {
    byte[] type = null;
    byte[] lockId = null;
    for (Header header : answer.headers()) {
      if (header.key().equals("type")) {
        type = header.value();
      } else if (header.key().equals("lockId")) {
        lockId = header.value();
      }
    }
    if (type == null || lockId == null || lockId[0] != 's') {
      return -1;
    }
    answered++;
    answerBytes += answer.serializedValueSize();
    int slot = LoadSlot.index(lockId);
    slots.get(slot).held(type[0] == 'g');
    if (type[0] == 'r' && type[2] == 'j') {
      refused++;
    }
    return slot;
  }

  /** Returns the mean length of a command so far, bytes; 0 if none was sent. */
  public int meanRequestBytes() {
    return requests == 0 ? 0 : (int) (requestBytes / requests);
  }

  /** Returns the mean length of an event so far, bytes, without headers; 0 if none was read. */
  public int meanAnswerBytes() {
    return answered == 0 ? 0 : (int) (answerBytes / answered);
  }

  @Override
  public boolean isOpen(int slot) {
    return slots.get(slot).isHeld();
  }

  @Override
  public long refused() {
    return refused;
  }
}
